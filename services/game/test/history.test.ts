import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { Status, type GameServiceDefinition, type GameState } from '@fifteen/proto/game';
import { isAppError, type Calls } from '@fifteen/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFriendlyGame, startHarness, playAll, startOf, X_WINS, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ replicas: 1 });
});
afterAll(() => harness.stop());

test('pages through all ended games, newest first, also while more games end', async () => {
  const user = toUserId(randomUUID());
  const ids: string[] = [];
  const playOne = async (): Promise<void> => {
    const opponent = toUserId(randomUUID());
    const players: [UserId, UserId] = ids.length % 2 ? [user, opponent] : [opponent, user];
    const game = await createFriendlyGame(harness.room, players);
    await (ids.length % 3
      ? playAll(harness.gateway, game, X_WINS)
      : harness.room.abandonGame({ gameId: game.id, userId: user }));
    ids.unshift(game.id);
  };
  for (let count = 0; count < 45; count += 1) await playOne();
  const expected = [...ids];
  const seen: GameState[] = [];
  let cursor = '';
  const sizes: number[] = [];
  do {
    const page = await harness.gateway.listGameHistory({ userId: user, cursor });
    sizes.push(page.games.length);
    seen.push(...page.games);
    cursor = page.nextCursor;
    await playOne();
  } while (cursor !== '');
  expect(sizes).toEqual([20, 20, 5]);
  expect(seen.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  // Two replicas read the time: their order may differ for games a moment apart.
  const times = seen.map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(seen.every(({ status }) => status === Status.FINISHED || status === Status.ABANDONED)).toBe(true);
});

test('skips no game of the same instant', async () => {
  const user = toUserId(randomUUID());
  await harness.sql.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, version, condition, started_at, finished_at,
       settled_at)
     SELECT gen_random_uuid(), 'r', 1, $1, 'o' || n, 0, 'abandoned', 1, 'expired', now, now, now
     FROM generate_series(1, 30) n, date_trunc('milliseconds', now()) now`,
    [user],
  );
  const first = await harness.gateway.listGameHistory({ userId: user, cursor: '' });
  const second = await harness.gateway.listGameHistory({ userId: user, cursor: first.nextCursor });
  expect(new Set([...first.games, ...second.games].map(({ id }) => id)).size).toBe(30);
});

test('rejects an invalid cursor', async () => {
  const atTime = (at: string) => Buffer.from(`${at} ${randomUUID()}`).toString('base64url');
  const times = ['2026-13-45T00:00', '2026-02-30T00:00', '2026-01-01T24:00', '0000-01-01T00:00'];
  for (const cursor of ['x', '%%%', ...times.map((time) => atTime(`${time}:00.000Z`))]) {
    const page = harness.gateway.listGameHistory({ userId: toUserId(randomUUID()), cursor });
    await expect(page, cursor).rejects.toMatchObject({ code: 'INVALID' });
  }
  for (const time of ['0001-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '9999-12-31T23:59:59.999Z'])
    await harness.gateway.listGameHistory({ userId: toUserId(randomUUID()), cursor: atTime(time) });
});

const REQUESTS = {
  createGame: startOf([toUserId('a'), toUserId('b')]),
  abandonGame: { gameId: randomUUID(), userId: 'a' },
  move: { gameId: randomUUID(), userId: 'a', position: 1 },
  takeControl: { gameId: randomUUID(), userId: 'a' },
  getGame: { gameId: randomUUID() },
  listGameHistory: { userId: 'a', cursor: '' },
  countEndedGames: { from: new Date(0), until: new Date(0) },
  listEndedGames: { from: new Date(0), until: new Date(0), cursor: '' },
};
const ALLOWED: Record<keyof typeof REQUESTS, string[]> = {
  createGame: ['room'],
  abandonGame: ['room'],
  move: ['gateway'],
  takeControl: ['gateway'],
  getGame: ['gateway', 'room', 'economy'],
  listGameHistory: ['gateway'],
  countEndedGames: ['leaderboard'],
  listEndedGames: ['leaderboard'],
};
const CALLERS = ['gateway', 'identity', 'economy', 'room', 'matchmaking', 'leaderboard', 'admin'] as const;

test.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])(
  'allows only the listed callers to call %s',
  async (method) => {
    for (const caller of CALLERS) {
      const calls = harness.replicas[0]!.as(caller) as unknown as Calls<{
        fullName: string;
        methods: Record<string, GameServiceDefinition['methods']['getGame']>;
      }>;
      const code = await calls[method]!(REQUESTS[method] as never).then(
        () => undefined,
        (error: unknown) => isAppError(error) && error.code,
      );
      expect([caller, code === 'FORBIDDEN']).toEqual([caller, !ALLOWED[method].includes(caller)]);
    }
  },
);
