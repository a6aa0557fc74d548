import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';

/**
 * A process of spectators, so that the process of the players does not also read a thousand sockets. A message names a
 * group and the room to join; the response is the number of frames, once the whole group has joined.
 */
const [url = '', crowdCount = '', crowdSize = ''] = process.argv.slice(2);

const START = '{"type":"game_started"';
/** Sessions and sockets opened at the same time. */
const AT_ONCE = 10;

/** Frames that all spectators have received. */
let frames = 0;

/** Starts a spectator, who only reads messages that need an acknowledgement. */
async function watcher(): Promise<Player> {
  const player = await retryWhenBusy(() => Player.guest(url));
  await player.connect();
  player.onFrame = (frame) => {
    frames += 1;
    if (frame.toString('latin1', 0, START.length) !== START) return;
    const { messageId } = JSON.parse(String(frame)) as { messageId: string };
    player.send({ type: 'game_started_ack', messageId });
  };
  return player;
}

async function crowd(): Promise<Player[]> {
  const people: Player[] = [];
  while (people.length < Number(crowdSize)) {
    const batch = Math.min(AT_ONCE, Number(crowdSize) - people.length);
    people.push(...(await Promise.all(Array.from({ length: batch }, watcher))));
  }
  return people;
}

const crowds: Player[][] = [];
while (crowds.length < Number(crowdCount)) crowds.push(await crowd());

async function enter({ crowd: index, code }: { crowd: number; code: string }): Promise<void> {
  const people = crowds[index] ?? [];
  const body = { code, role: 'spectator' } as const;
  await Promise.all(people.map(({ api }) => retryWhenBusy(() => api.rooms.join({ body }))));
}

process.on('message', (wish: { crowd: number; code: string } | 'count') => {
  const done = wish === 'count' ? Promise.resolve() : enter(wish);
  done.then(
    () => process.send?.({ frames }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ frames });
