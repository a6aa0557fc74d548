import type { AppContext } from '../context.ts';
import type { PlayStream } from '../live/play-streams.ts';

/** Serves a stream of moves, the hot path of `move`. */
export function play({ playStreams }: AppContext, stream: PlayStream): void {
  playStreams.serve(stream);
}
