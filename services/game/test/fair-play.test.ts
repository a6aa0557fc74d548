import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameConfig } from '../src/config.ts';
import type { AppContext } from '../src/context.ts';
import { reviewFairPlay } from '../src/jobs/review-fair-play.ts';
import {
  DRAWN,
  expectConsistent,
  createFriendlyGame,
  startHarness,
  playAll,
  startOf,
  until,
  X_WINS,
  type Harness,
} from './harness.ts';

const BET = 5_000;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({
    withEconomy: true,
    env: { FAIR_PLAY_INTERVAL_SECONDS: '0.1', STAKE_INTERVAL_SECONDS: '0.1', STAKE_LIMIT_COINS: '50000' },
  });
});
afterAll(() => harness.stop());

async function finish(players: [UserId, UserId], positions = X_WINS): Promise<GameState> {
  return playAll(harness.gateway, await createFriendlyGame(harness.room, players), positions);
}

/** Plays a game for coins, the first player as X, and waits until it was reviewed. */
async function playReviewedGame(players: [UserId, UserId], positions = X_WINS): Promise<string> {
  const { game } = await harness.room.createGame({ ...startOf(players, BET), xPlayerId: players[0] });
  await playAll(harness.gateway, game, positions);
  await until(async () => {
    const { rows } = await harness.sql.query(
      `SELECT FROM game WHERE id = $1 AND judged_at IS NOT NULL AND settled_at IS NOT NULL`,
      [game.id],
    );
    return rows.length === 1;
  });
  return game.id;
}

/** Creates a user with coins whose stakes are no longer limited. */
async function newExperiencedUser(): Promise<UserId> {
  const userId = await harness.economy.user(2_000_000);
  for (let round = 0; round < 20; round += 1) await finish([userId, toUserId(randomUUID())], SEVEN);
  return userId;
}

const listFlags = async (userId: UserId) =>
  (await harness.replicas[1]!.as('admin').listFairPlayFlags({})).flags.filter(
    (flag) => flag.userId === userId,
  );

/** A game that O wins with six moves, and one of seven that X wins. */
const SIX = [1, 2, 3, 7, 5, 12];
const SEVEN = [1, 2, 6, 3, 7, 4, 11];

describe('threat 41: a new player', () => {
  const error = { code: 'STAKE_LIMIT', details: { coins: 50_000, games: 20, opponents: 5 } };
  const limitOf = async (userId: UserId) => (await harness.gateway.getStakeLimit({ userId })).coins;

  test('stakes 50,000 at most, until 20 games with 5 other people were finished', async () => {
    const [ann, bob] = [await harness.economy.user(2_000_000), await harness.economy.user(2_000_000)];
    await harness.room.checkStake({ userId: ann, bet: 50_000 });
    await expect(harness.room.checkStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(error);
    expect(await limitOf(ann)).toBe(50_000);
    for (let round = 0; round < 16; round += 1) await finish([ann, bob], round === 0 ? DRAWN : SEVEN);
    for (let round = 0; round < 3; round += 1) await finish([ann, toUserId(randomUUID())], SEVEN);
    const start = startOf([ann, toUserId(randomUUID())], 1_000_000);
    await expect(harness.room.createGame(start)).rejects.toMatchObject(error);
    expect(await harness.economy.coins(ann)).toEqual([2_000_000]);
    await finish([toUserId(randomUUID()), ann], SEVEN);
    await harness.room.checkStake({ userId: ann, bet: 10_000_000 });
    expect(await limitOf(ann)).toBeUndefined();
    await expect(harness.room.createGame(startOf([ann, bob], 1_000_000))).rejects.toMatchObject(error);
    const { game } = await harness.room.createGame(startOf([ann, await newExperiencedUser()], 1_000_000));
    expect(game.bet).toBe(1_000_000);
  });

  test('repeats the start of a game that an earlier configuration allowed', async () => {
    const unlimited = await harness.startReplica({ STAKE_LIMIT_COINS: '0' });
    try {
      const start = startOf(
        [await harness.economy.user(250_000), await harness.economy.user(250_000)],
        250_000,
      );
      const { game } = await unlimited.as('room').createGame(start);
      expect((await harness.room.createGame(start)).game).toEqual(game);
    } finally {
      await unlimited.stop();
    }
  });

  test('has a limit that ends: a check reads no more games than may be configured', () => {
    const { STAKE_LIMIT_GAMES: games, STAKE_LIMIT_OPPONENTS: opponents } = gameConfig.shape;
    expect([games, opponents].map((value) => value.safeParse('1000').success)).toEqual([true, true]);
    expect([games, opponents].map((value) => value.safeParse('1001').success)).toEqual([false, false]);
  });

  test('keeps the limit through games with one other account only', async () => {
    const [ann, second] = [await harness.economy.user(2_000_000), toUserId(randomUUID())];
    for (let round = 0; round < 25; round += 1) await finish([ann, second], SEVEN);
    await expect(harness.room.checkStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(error);
  });

  test('keeps the limit through games that end within six moves', async () => {
    const ann = await harness.economy.user(2_000_000);
    for (const positions of [X_WINS, SIX])
      for (let round = 0; round < 20; round += 1) await finish([ann, toUserId(randomUUID())], positions);
    await expect(harness.room.checkStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(error);
  });

  test('keeps the limit through games that were abandoned, are against a computer, or still run', async () => {
    const ann = await harness.economy.user(2_000_000);
    for (let round = 0; round < 20; round += 1) {
      const left = await createFriendlyGame(harness.room, [ann, toUserId(randomUUID())]);
      await harness.room.abandonGame({ gameId: left.id, userId: left.oPlayerId });
      await harness.sql.query(
        `WITH won AS (
           INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, moves, version, winner, condition,
             started_at, last_move_at, finished_at, settled_at)
           VALUES ($1, 'r', 1, $2, 'player_ada', 0, 'finished', $3, 7, 'X', 'vertical', now(), now(), now(), now())
           RETURNING id, moves)
         INSERT INTO move SELECT id, ply, position, CASE ply % 2 WHEN 1 THEN 'X' ELSE 'O' END, false, now()
         FROM won, unnest(moves) WITH ORDINALITY AS made (position, ply)`,
        [randomUUID(), ann, SEVEN],
      );
    }
    await expect(harness.room.checkStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(error);
  });

  test('does not limit experienced players: each player of a game is checked', async () => {
    const [old, young] = [await newExperiencedUser(), await harness.economy.user(2_000_000)];
    await harness.room.checkStake({ userId: old, bet: 10_000_000 });
    await expect(harness.room.createGame(startOf([old, young], 250_000))).rejects.toMatchObject(error);
    await createFriendlyGame(harness.room, [old, young]);
  });
});

describe('threat 41: a game for coins', () => {
  test('stores signals of both players; a friendly game does not', async () => {
    const [ann, bob] = [await harness.economy.user(20_000), await harness.economy.user(20_000)];
    const friendly = await finish([ann, bob]);
    const gameId = await playReviewedGame([ann, bob]);
    const { rows } = await harness.sql.query(
      `SELECT user_id, cardinality(thought_ms) AS moves, quick_loss, recent, with_pair FROM fair_play_signal
       WHERE game_id = ANY ($1::uuid[]) ORDER BY quick_loss`,
      [[gameId, friendly.id]],
    );
    expect(rows).toEqual([
      { user_id: ann, moves: 3, quick_loss: false, recent: 1, with_pair: 1 },
      { user_id: bob, moves: 2, quick_loss: true, recent: 1, with_pair: 1 },
    ]);
  });

  test('raises a flag with the third of seven games with one suspicion, without other consequences', async () => {
    const [ann, bob] = [await harness.economy.user(50_000), await harness.economy.user(50_000)];
    const games = [
      await playReviewedGame([ann, bob]),
      await playReviewedGame([ann, bob], DRAWN),
      await playReviewedGame([ann, bob]),
    ];
    expect(await listFlags(bob)).toEqual([]);
    games.push(await playReviewedGame([ann, bob]));
    const [flag, ...others] = await listFlags(bob);
    expect(others).toEqual([]);
    expect(flag).toMatchObject({ kind: 'thrown', gameIds: [games[3], games[2], games[0]] });
    expect(await listFlags(ann)).toEqual([]);
    expect(await harness.economy.coins(ann, bob)).toEqual([65_000, 35_000]);
    await playReviewedGame([bob, ann]);
  });

  test('counts among the last seven only', async () => {
    const [ann, bob] = [await harness.economy.user(90_000), await harness.economy.user(90_000)];
    await playReviewedGame([ann, bob]);
    await playReviewedGame([ann, bob]);
    for (let round = 0; round < 5; round += 1) await playReviewedGame([ann, bob], DRAWN);
    await playReviewedGame([ann, bob]);
    expect(await listFlags(bob)).toEqual([]);
  });

  test('is reviewed by one replica at a time, and once', async () => {
    const [ann, bob] = [await harness.economy.user(50_000), await harness.economy.user(50_000)];
    const { game } = await harness.room.createGame(startOf([ann, bob], BET));
    const judgedAt = async () => {
      const { rows } = await harness.sql.query<{ judged_at: Date | null }>(
        `SELECT judged_at FROM game WHERE id = $1`,
        [game.id],
      );
      return rows[0]!.judged_at;
    };
    const review = () => reviewFairPlay({ db: harness.sql, log } as AppContext);
    await harness.sql.tx(async (sql) => {
      // As another replica does while it reviews.
      await sql.query(`SELECT pg_advisory_xact_lock(hashtext('fair play'))`);
      await playAll(harness.gateway, game, X_WINS);
      await review();
      expect(await judgedAt()).toBeNull();
    });
    const reviewed = await until(async () => (await judgedAt()) ?? false);
    await review();
    expect(await judgedAt()).toEqual(reviewed);
  });
});

test('leaves every game consistent', () => expectConsistent(harness.sql));
