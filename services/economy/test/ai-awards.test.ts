import { randomUUID } from 'node:crypto';
import type { AwardAiWinRequest } from '@fifteen/proto/economy';
import {
  applyMove,
  chooseMove,
  DIFFICULTIES,
  type Difficulty,
  NEW_GAME,
  sideToMove,
  toUserId,
  type UserId,
} from '@fifteen/domain';
import type { AppError } from '@fifteen/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { avoidEndOfDay, openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
beforeEach(avoidEndOfDay);
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

/** Returns the moves of a game that X, who plays perfectly, wins against this level. */
function wonAgainst(difficulty: Difficulty): number[] {
  for (;;) {
    const moves: number[] = [];
    let state = NEW_GAME;
    while (!state.outcome) {
      const level = sideToMove(state) === 'X' ? 'master' : difficulty;
      moves.push(chooseMove(state, level, Math.random));
      state = applyMove(state, chosen(moves));
    }
    if (state.outcome.winner === 'X') return moves;
  }
}
const chosen = (moves: number[]): Parameters<typeof applyMove>[1] =>
  moves.at(-1) as Parameters<typeof applyMove>[1];

const MOVES = wonAgainst('medium');
let lastNetwork = 0;
/** Returns an address in a network without awards. */
const freshIp = (): string => `10.${(lastNetwork += 1) >> 8}.${lastNetwork & 255}.9`;

const win = (userId: UserId, more: Partial<AwardAiWinRequest> = {}): AwardAiWinRequest => ({
  userId,
  reason: 'AI win',
  transcript: { difficulty: 'medium', moves: MOVES, gameId: `local-game-${randomUUID()}` },
  ip: freshIp(),
  key: '',
  ...more,
});
const award = (request: AwardAiWinRequest) => harness.as('gateway').awardAiWin(request);
/** Lets time pass for a user's awards. */
const letTimePass = async (userId: UserId, time = '5 seconds') => {
  await harness.owner.query(`UPDATE reward_quota SET last_at = last_at - $2::interval WHERE user_id = $1`, [
    userId,
    time,
  ]);
  await harness.owner.query('ALTER TABLE journal_entry DISABLE TRIGGER USER');
  await harness.owner.query(
    `UPDATE journal_entry SET at = at - $2::interval WHERE kind = 'ai_win' AND key LIKE '%:' || $1 || ':%'`,
    [userId, time],
  );
  await harness.owner.query('ALTER TABLE journal_entry ENABLE TRIGGER USER');
};
/** Sets how often a user has been awarded today. */
const setAwards = (userId: UserId, n: number, unproven = 0) =>
  harness.owner.query(
    `INSERT INTO reward_quota (user_id, utc_day, awards, unproven, last_at)
     VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2, $3, now() - interval '1 hour')`,
    [userId, n, unproven],
  );
const unproven = { transcript: undefined };
const withoutGameId = { transcript: { difficulty: 'medium', moves: MOVES, gameId: '' } };
const ANOTHER_WIN = { difficulty: 'easy', moves: wonAgainst('easy'), gameId: '' };

describe('a win against the computer', () => {
  test('pays 100 coins at every level', async () => {
    for (const difficulty of DIFFICULTIES) {
      const ann = await harness.newUser();
      const transcript = { difficulty, moves: wonAgainst(difficulty), gameId: 'local-game-1' };
      expect(await award(win(ann, { transcript }))).toEqual({ coins: 1_100 });
    }
  });

  test('is paid once for a hundred concurrent calls from any address', async () => {
    const ann = await harness.newUser();
    const request = win(ann);
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => award({ ...request, ip: freshIp() })),
    );
    expect(responses).toEqual(responses.map(() => ({ coins: 1_100 })));
  });

  test('is rejected when the same game comes with other moves', async () => {
    const ann = await harness.newUser();
    const request = win(ann);
    await award(request);
    await letTimePass(ann);
    const other = { ...request.transcript!, difficulty: 'easy' };
    await expect(award({ ...request, transcript: other })).rejects.toMatchObject({ code: 'INVALID_GAME' });
    expect(await harness.balancesOf(ann)).toEqual([1_100]);
  });

  test('of another user may have the same game id', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const { transcript } = win(ann);
    await award(win(ann, { transcript }));
    expect(await award(win(bob, { transcript }))).toEqual({ coins: 1_100 });
  });

  test.each([
    ['without a game id', { transcript: { difficulty: 'medium', moves: MOVES, gameId: '' } }],
    ['without a transcript', { transcript: undefined }],
  ])('%s is paid once per key, however late the repeat', async (_, unidentified) => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const request = win(ann, { ...unidentified, key: 'x'.repeat(128) });
    const repeat = () => award({ ...request, ip: freshIp() });
    const responses = await Promise.all(Array.from({ length: 100 }, repeat));
    expect(responses).toEqual(responses.map(() => ({ coins: 1_100 })));
    await letTimePass(ann, '2 days');
    expect(await repeat()).toEqual({ coins: 1_100 });
    await expect(award({ ...request, reason: 'another' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await award({ ...request, key: 'y' })).toEqual({ coins: 1_200 });
    expect(await award({ ...request, userId: bob })).toEqual({ coins: 1_100 });
  });

  test('without a game id and a key is a repeat within 30 seconds, and another win later', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const request = win(ann, withoutGameId);
    const repeat = () => award({ ...request, ip: freshIp() });
    const responses = await Promise.all(Array.from({ length: 100 }, repeat));
    expect(responses).toEqual(responses.map(() => ({ coins: 1_100 })));
    await letTimePass(ann);
    expect(await award(win(ann, { transcript: ANOTHER_WIN }))).toEqual({ coins: 1_200 });
    expect(await repeat()).toEqual({ coins: 1_200 });
    expect(await award({ ...request, userId: bob })).toEqual({ coins: 1_100 });
    await letTimePass(ann, '30 seconds');
    expect(await repeat()).toEqual({ coins: 1_300 });
  });

  test('without a game id is paid beside a game whose id looks like the number of an award', async () => {
    const ann = await harness.newUser();
    const { rows } = await harness.sql.query<{ today: string }>(
      `SELECT (now() AT TIME ZONE 'UTC')::date::text AS today`,
    );
    await award(win(ann, { transcript: { ...ANOTHER_WIN, gameId: `${rows[0]?.today}:2` } }));
    await letTimePass(ann);
    expect(await award(win(ann, withoutGameId))).toEqual({ coins: 1_200 });
  });

  test('with a game id is paid once under any key', async () => {
    const ann = await harness.newUser();
    const request = win(ann, { key: 'k' });
    await award(request);
    await letTimePass(ann);
    expect(await award({ ...request, key: 'another' })).toEqual({ coins: 1_100 });
    expect(await award(win(ann, { key: 'k' }))).toEqual({ coins: 1_200 });
  });

  test('is rejected when the game was not won, not legal, or not played by that level', async () => {
    const ann = await harness.newUser();
    const hard = wonAgainst('hard');
    const reply = hard[1] === 8 ? 1 : 8;
    for (const [moves, difficulty] of [
      [[], 'medium'],
      [MOVES.slice(0, -1), 'medium'],
      [[8, ...MOVES], 'medium'],
      [[...MOVES, 15], 'medium'],
      [[1, 1, 2, 5, 3], 'easy'],
      [[1, 16, 2, 5, 3], 'easy'],
      [[1, 0, 2, 5, 3], 'easy'],
      [[1, 7, 2, 12, 3], 'medium'],
      [[hard[0]!, reply === 8 ? 15 : reply, ...hard.slice(2)], 'hard'],
      [MOVES, 'impossible'],
      [MOVES, ''],
    ] as const) {
      const transcript = { difficulty, moves: [...moves], gameId: 'g' };
      await expect(award(win(ann, { transcript }))).rejects.toMatchObject({ code: 'INVALID_GAME' });
    }
    expect(await harness.balancesOf(ann)).toEqual([1_000]);
  });

  test('requires a wallet, a short plain reason, an address and at most a whole game', async () => {
    const ann = await harness.newUser();
    const { transcript } = win(ann);
    for (const wrong of [
      { reason: 'x'.repeat(65) },
      { reason: 'nul \u0000' },
      { ip: '' },
      { ip: '10.0.0.1; DROP TABLE op' },
      { userId: toUserId('') },
      { userId: toUserId('a:b') },
      { transcript: { ...transcript!, gameId: 'x'.repeat(65) } },
      { transcript: { ...transcript!, gameId: 'a b' } },
      { key: 'x'.repeat(129) },
      { transcript: { ...transcript!, moves: Array.from({ length: 16 }, () => 1) } },
    ])
      await expect(award(win(ann, wrong))).rejects.toMatchObject({ code: 'INVALID' });
    await expect(award(win(toUserId(randomUUID())))).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await harness.balancesOf(ann)).toEqual([1_000]);
  });
});

describe('the reward quota', () => {
  test('allows one award in five seconds, and returns how long to wait', async () => {
    const ann = await harness.newUser();
    await award(win(ann));
    const error = await award(win(ann)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfter: expect.any(Number) } });
    const { retryAfter } = (error as { details: { retryAfter: number } }).details;
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(5);
    await letTimePass(ann);
    expect(await award(win(ann))).toEqual({ coins: 1_200 });
  });

  test('applies the five seconds over midnight', async () => {
    const ann = await harness.newUser();
    await harness.owner.query(
      `INSERT INTO reward_quota VALUES ($1, (now() AT TIME ZONE 'UTC')::date - 1, 1, 0, clock_timestamp())`,
      [ann],
    );
    await expect(award(win(ann))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('does not count a rejected award', async () => {
    const ann = await harness.newUser();
    await setAwards(ann, 48);
    await award(win(ann));
    await expect(award(win(ann))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const { rows } = await harness.sql.query('SELECT awards FROM reward_quota WHERE user_id = $1', [ann]);
    expect(rows).toEqual([{ awards: 49 }]);
  });

  test('returns the longest wait of all limits that an award exceeds', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const secondsToTomorrow = () => Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1_000);
    const expectDayLimit = async (
      request: AwardAiWinRequest,
      expected: 'AWARD_LIMIT' | 'TOO_MANY_REQUESTS',
    ) => {
      const { code, details } = (await award(request).catch((thrown: unknown) => thrown)) as AppError;
      expect(code).toBe(expected);
      expect(details.retryAfter).toBeGreaterThan(5);
      expect(Math.abs(details.retryAfter! - secondsToTomorrow())).toBeLessThan(10);
    };
    await setAwards(ann, 49);
    await award(win(ann));
    // Five seconds have not passed either.
    await expectDayLimit(win(ann), 'AWARD_LIMIT');

    const ip = '198.51.100.7';
    await harness.owner.query(
      `INSERT INTO reward_quota_network VALUES ((now() AT TIME ZONE 'UTC')::date, '198.51.100.0/24', 199)`,
    );
    await award(win(bob, { ip }));
    await expectDayLimit(win(bob, { ip }), 'TOO_MANY_REQUESTS');
  });

  test('is reported under the code that replicas of the version before know', async () => {
    const ann = await harness.newUser();
    await setAwards(ann, 50);
    const call = harness.sql.query(`SELECT award_ai($1, 'a-game', true, '{}', '203.0.113.0/24', 200)`, [ann]);
    await expect(call).rejects.toMatchObject({ code: 'FC429', detail: expect.stringMatching(/^\d+$/) });
  });

  test('allows 50 awards a day under concurrent calls', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => harness.newUser()));
    await Promise.all(users.map((user) => setAwards(user, 49)));
    const race = await Promise.allSettled(
      Array.from({ length: 32 }, (_, i) => award(win(users[i % users.length]!))),
    );
    expect(race.filter((one) => one.status === 'fulfilled')).toHaveLength(5);
    expect(await harness.balancesOf(...users)).toEqual(users.map(() => 1_100));
    await letTimePass(users[0]!);
    const error = await award(win(users[0]!)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'AWARD_LIMIT' });
    expect((error as { details: { retryAfter: number } }).details.retryAfter).toBeLessThanOrEqual(86_400);
  });

  test('allows only 10 of them without a transcript', async () => {
    const ann = await harness.newUser();
    await setAwards(ann, 9, 9);
    await award(win(ann, unproven));
    await letTimePass(ann);
    await expect(award(win(ann, unproven))).rejects.toMatchObject({ code: 'AWARD_LIMIT' });
    expect(await award(win(ann))).toEqual({ coins: 1_200 });
  });

  test('allows all 50 for transcripts without a game id', async () => {
    const ann = await harness.newUser();
    await setAwards(ann, 20, 10);
    await award(win(ann, withoutGameId));
    await letTimePass(ann);
    expect(await award(win(ann, { transcript: ANOTHER_WIN }))).toEqual({ coins: 1_200 });
  });

  test('allows 200 awards a day to one network in every notation of its addresses', async () => {
    const used = (network: string) =>
      harness.owner.query(
        `INSERT INTO reward_quota_network VALUES ((now() AT TIME ZONE 'UTC')::date, $1::cidr, 199)`,
        [network],
      );
    await used('203.0.113.0/24');
    await used('2001:db8:1::/48');
    await award(win(await harness.newUser(), { ip: '203.0.113.7' }));
    await award(win(await harness.newUser(), { ip: '2001:db8:1:2::1' }));
    for (const ip of ['203.0.113.200', '::ffff:203.0.113.9', '::FFFF:203.0.113.9', '2001:db8:1:ffff::1'])
      await expect(award(win(await harness.newUser(), { ip }))).rejects.toMatchObject({
        // Not AWARD_LIMIT: these users have earned nothing today.
        code: 'TOO_MANY_REQUESTS',
      });
    await award(win(await harness.newUser(), { ip: '203.0.114.7' }));
    await award(win(await harness.newUser(), { ip: '2001:db8:2:2::1' }));
  });

  test('stops all awards when those of the day cost 50,000,000', async () => {
    const today = `(now() AT TIME ZONE 'UTC')::date`;
    const { rows } = await harness.sql.query<{ coins: number }>(
      `SELECT sum(coins)::bigint AS coins FROM reward_quota_total WHERE utc_day = ${today}`,
    );
    const spend = (coins: number) =>
      harness.owner.query(
        `INSERT INTO reward_quota_total VALUES (${today}, 3, $1)
         ON CONFLICT (utc_day, shard) DO UPDATE SET coins = reward_quota_total.coins + excluded.coins`,
        [coins],
      );
    await spend(49_999_900 - (rows[0]?.coins ?? 0));
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    await award(win(ann));
    await expect(award(win(bob))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await spend(-40_000_000);
    await award(win(bob));
  });
});
