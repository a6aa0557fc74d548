import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFriendlyGame,
  startHarness,
  playAll,
  until as waitUntil,
  X_WINS,
  type Harness,
} from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ replicas: 1 });
});
afterAll(() => harness.stop());

test('counts and lists ended games of all players by the time of their end', async () => {
  const leaderboard = harness.replicas[0]!.as('leaderboard');
  const begun = new Date(Date.now() - 60_000);
  const ended: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const game = await createFriendlyGame(harness.room);
    const { finishedAt } = await (i % 2
      ? playAll(harness.gateway, game, X_WINS)
      : harness.room.abandonGame({ gameId: game.id, userId: game.oPlayerId }).then((end) => end.game));
    ended.push(game.id);
    // The service estimates the database's clock: ends of one moment have no order.
    await waitUntil(() => Date.now() > finishedAt!.getTime() + 100);
  }
  await createFriendlyGame(harness.room);
  const { now } = await leaderboard.countEndedGames({ from: begun, until: begun });
  const until = new Date(now!.getTime() + 60_000);
  const all = { from: begun, until };
  expect((await leaderboard.countEndedGames(all)).games).toBe(4);
  const { games, nextCursor } = await leaderboard.listEndedGames({ ...all, cursor: '' });
  expect(games.map(({ id }) => id)).toEqual(ended);
  expect(nextCursor).toBe('');

  // A span includes its start and excludes its end.
  const [first, , third] = games.map(({ finishedAt }) => finishedAt!);
  expect((await leaderboard.countEndedGames({ from: first, until: third })).games).toBe(2);
  const some = await leaderboard.listEndedGames({ from: first, until: third, cursor: '' });
  expect(some.games.map(({ id }) => id)).toEqual(ended.slice(0, 2));
});

test('pages neither overlap nor skip games, also of one instant', async () => {
  const leaderboard = harness.replicas[0]!.as('leaderboard');
  const at = new Date('2026-01-01T00:00:00Z');
  await harness.sql.query(
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
    const page = await leaderboard.listEndedGames({ ...span, cursor });
    sizes.push(page.games.length);
    for (const { id } of page.games) seen.add(id);
    cursor = page.nextCursor || undefined;
  }
  expect(sizes).toEqual([200, 200, 50]);
  expect(seen.size).toBe((await leaderboard.countEndedGames(span)).games);
  await expect(leaderboard.countEndedGames({ from: at, until: undefined })).rejects.toMatchObject({
    code: 'INVALID',
  });
  await expect(leaderboard.listEndedGames({ ...span, cursor: 'x' })).rejects.toMatchObject({
    code: 'INVALID',
  });
});
