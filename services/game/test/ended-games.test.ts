import { afterAll, beforeAll, expect, test } from 'vitest';
import { friendly, openWorld, playAll, X_WINS, type World } from './harness.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ replicas: 1 });
});
afterAll(() => world.stop());

test('games that ended are counted and listed by when they did, whoever played them', async () => {
  const leaderboard = world.replicas[0]!.as('leaderboard');
  const begun = new Date(Date.now() - 60_000);
  const ended: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const game = await friendly(world.room);
    if (i % 2) await playAll(world.gateway, game, X_WINS);
    else await world.room.abandon({ gameId: game.id, userId: game.oPlayerId });
    ended.push(game.id);
  }
  await friendly(world.room);
  const { now } = await leaderboard.countEnded({ from: begun, until: begun });
  const until = new Date(now!.getTime() + 60_000);
  const all = { from: begun, until };
  expect((await leaderboard.countEnded(all)).games).toBe(4);
  const { games, nextCursor } = await leaderboard.listEnded({ ...all, cursor: '' });
  expect(games.map(({ id }) => id)).toEqual(ended);
  expect(nextCursor).toBe('');

  // A span has its first instant, and not its last.
  const [first, , third] = games.map(({ finishedAt }) => finishedAt!);
  expect((await leaderboard.countEnded({ from: first, until: third })).games).toBe(2);
  const some = await leaderboard.listEnded({ from: first, until: third, cursor: '' });
  expect(some.games.map(({ id }) => id)).toEqual(ended.slice(0, 2));
});

test('pages neither overlap nor skip games, also of one instant', async () => {
  const leaderboard = world.replicas[0]!.as('leaderboard');
  const at = new Date('2026-01-01T00:00:00Z');
  await world.sql.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, version, condition, started_at, finished_at,
       settled_at)
     SELECT gen_random_uuid(), 'r', 1, 'a' || n, 'b' || n, 0, 'abandoned', 1, 'expired', $1, $1, $1
     FROM generate_series(1, 450) n`,
    [at],
  );
  const span = { from: at, until: new Date(at.getTime() + 1) };
  const seen = new Set<string>();
  const sizes: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await leaderboard.listEnded({ ...span, cursor });
    sizes.push(page.games.length);
    for (const { id } of page.games) seen.add(id);
    cursor = page.nextCursor || undefined;
  }
  expect(sizes).toEqual([200, 200, 50]);
  expect(seen.size).toBe((await leaderboard.countEnded(span)).games);
  await expect(leaderboard.countEnded({ from: at, until: undefined })).rejects.toMatchObject({
    code: 'INVALID',
  });
  await expect(leaderboard.listEnded({ ...span, cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID' });
});
