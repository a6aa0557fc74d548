import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';

/**
 * A process of spectators, so that the process of the players does not also read a thousand sockets. A message names a
 * group and the room to join; the response is the number of frames, once the whole group has joined.
 */
const [url = '', groupCount = '', groupSize = ''] = process.argv.slice(2);

const GAME_STARTED_PREFIX = '{"type":"game_started"';
/** Sessions and sockets opened at the same time. */
const OPENED_AT_ONCE = 10;

/** Frames that all spectators have received. */
let frames = 0;

/** Starts a spectator, who only reads messages that need an acknowledgement. */
async function openSpectator(): Promise<Player> {
  const player = await retryWhenBusy(() => Player.guest(url));
  await player.connect();
  player.onFrame = (frame) => {
    frames += 1;
    if (frame.toString('latin1', 0, GAME_STARTED_PREFIX.length) !== GAME_STARTED_PREFIX) return;
    const { messageId } = JSON.parse(String(frame)) as { messageId: string };
    player.send({ type: 'game_started_ack', messageId });
  };
  return player;
}

async function openGroup(): Promise<Player[]> {
  const spectators: Player[] = [];
  while (spectators.length < Number(groupSize)) {
    const batch = Math.min(OPENED_AT_ONCE, Number(groupSize) - spectators.length);
    spectators.push(...(await Promise.all(Array.from({ length: batch }, openSpectator))));
  }
  return spectators;
}

const groups: Player[][] = [];
while (groups.length < Number(groupCount)) groups.push(await openGroup());

async function joinRoom({ group: index, code }: { group: number; code: string }): Promise<void> {
  const spectators = groups[index] ?? [];
  const body = { code, role: 'spectator' } as const;
  await Promise.all(spectators.map(({ api }) => retryWhenBusy(() => api.rooms.join({ body }))));
}

process.on('message', (request: { group: number; code: string } | 'count') => {
  const done = request === 'count' ? Promise.resolve() : joinRoom(request);
  done.then(
    () => process.send?.({ frames }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ frames });
