import type { AppContext } from '../context.ts';
import type { PlayStream } from '../live/play-streams.ts';

/** Serves a stream of moves: those of all players of a gateway. */
export function play({ playStreams }: AppContext, stream: PlayStream): void {
  playStreams.serve(stream);
}
