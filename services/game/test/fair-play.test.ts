import { randomUUID } from 'node:crypto';
import type { GameState } from '@fifteen/proto/game';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DRAWN,
  expectSound,
  friendly,
  openWorld,
  playAll,
  startOf,
  until,
  X_WINS,
  type World,
} from './harness.ts';

const BET = 5_000;
let world: World;
beforeAll(async () => {
  world = await openWorld({
    bank: true,
    env: { FAIR_PLAY_SWEEP_SECONDS: '0.1', STAKE_SWEEP_SECONDS: '0.1', STAKE_LIMIT_COINS: '50000' },
  });
});
afterAll(() => world.stop());

async function finish(players: [string, string], positions = X_WINS): Promise<GameState> {
  return playAll(world.gateway, await friendly(world.room, players), positions);
}

/** Plays a game for coins, the first of them as X, and waits until it was looked at. */
async function played(players: [string, string], positions = X_WINS): Promise<string> {
  const game = await world.room.create({ ...startOf(players, BET), xPlayerId: players[0] });
  await playAll(world.gateway, game, positions);
  await until(async () => {
    const { rows } = await world.sql.query(
      `SELECT FROM game WHERE id = $1 AND judged_at IS NOT NULL AND settled_at IS NOT NULL`,
      [game.id],
    );
    return rows.length === 1;
  });
  return game.id;
}

/** A user with coins whose stakes are not limited any more. */
async function experienced(): Promise<string> {
  const userId = await world.bank.user(2_000_000);
  for (let round = 0; round < 20; round += 1) await finish([userId, randomUUID()], SEVEN);
  return userId;
}

const flagsOf = async (userId: string) =>
  (await world.replicas[1]!.as('admin').flags({})).flags.filter((flag) => flag.userId === userId);

/** A game that O wins with six moves, and one of seven that X wins. */
const SIX = [1, 2, 3, 7, 5, 12];
const SEVEN = [1, 2, 6, 3, 7, 4, 11];

describe('threat 41: a new player', () => {
  const refusal = { code: 'STAKE_LIMIT', details: { coins: 50_000, games: 20 } };
  const limitOf = async (userId: string) => (await world.gateway.stakeLimit({ userId })).coins;

  test('stakes 50,000 at most, until 20 games with 5 other people were finished', async () => {
    const [ann, bob] = [await world.bank.user(2_000_000), await world.bank.user(2_000_000)];
    await world.room.mayStake({ userId: ann, bet: 50_000 });
    await expect(world.room.mayStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(refusal);
    expect(await limitOf(ann)).toBe(50_000);
    for (let round = 0; round < 16; round += 1) await finish([ann, bob], round === 0 ? DRAWN : SEVEN);
    for (let round = 0; round < 3; round += 1) await finish([ann, randomUUID()], SEVEN);
    const start = startOf([ann, randomUUID()], 1_000_000);
    await expect(world.room.create(start)).rejects.toMatchObject(refusal);
    expect(await world.bank.coins(ann)).toEqual([2_000_000]);
    await finish([randomUUID(), ann], SEVEN);
    await world.room.mayStake({ userId: ann, bet: 10_000_000 });
    expect(await limitOf(ann)).toBeUndefined();
    await expect(world.room.create(startOf([ann, bob], 1_000_000))).rejects.toMatchObject(refusal);
    const game = await world.room.create(startOf([ann, await experienced()], 1_000_000));
    expect(game.bet).toBe(1_000_000);
  });

  test('keeps the limit through games with one other account only', async () => {
    const [ann, second] = [await world.bank.user(2_000_000), randomUUID()];
    for (let round = 0; round < 25; round += 1) await finish([ann, second], SEVEN);
    await expect(world.room.mayStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(refusal);
  });

  test('keeps the limit through games that end within six moves', async () => {
    const ann = await world.bank.user(2_000_000);
    for (const positions of [X_WINS, SIX])
      for (let round = 0; round < 20; round += 1) await finish([ann, randomUUID()], positions);
    await expect(world.room.mayStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(refusal);
  });

  test('is one as long as games are left, played with a computer, or still running', async () => {
    const ann = await world.bank.user(2_000_000);
    for (let round = 0; round < 20; round += 1) {
      const left = await friendly(world.room, [ann, randomUUID()]);
      await world.room.abandon({ gameId: left.id, userId: left.oPlayerId });
      await world.sql.query(
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
    await expect(world.room.mayStake({ userId: ann, bet: 250_000 })).rejects.toMatchObject(refusal);
  });

  test('keeps somebody who is none from no table: each of the two is asked', async () => {
    const [old, young] = [await experienced(), await world.bank.user(2_000_000)];
    await world.room.mayStake({ userId: old, bet: 10_000_000 });
    await expect(world.room.create(startOf([old, young], 250_000))).rejects.toMatchObject(refusal);
    await friendly(world.room, [old, young]);
  });
});

describe('threat 41: a game for coins', () => {
  test('leaves behind how each of the two played; a friendly one does not', async () => {
    const [ann, bob] = [await world.bank.user(20_000), await world.bank.user(20_000)];
    const friends = await finish([ann, bob]);
    const gameId = await played([ann, bob]);
    const { rows } = await world.sql.query(
      `SELECT user_id, cardinality(thought_ms) AS moves, quick_loss, recent, with_pair FROM fair_play_signal
       WHERE game_id = ANY ($1::uuid[]) ORDER BY quick_loss`,
      [[gameId, friends.id]],
    );
    expect(rows).toEqual([
      { user_id: ann, moves: 3, quick_loss: false, recent: 1, with_pair: 1 },
      { user_id: bob, moves: 2, quick_loss: true, recent: 1, with_pair: 1 },
    ]);
  });

  test('raises a flag with the third of seven that looks the same, and takes nothing from anybody', async () => {
    const [ann, bob] = [await world.bank.user(50_000), await world.bank.user(50_000)];
    const thrown = [await played([ann, bob]), await played([ann, bob], DRAWN), await played([ann, bob])];
    expect(await flagsOf(bob)).toEqual([]);
    thrown.push(await played([ann, bob]));
    const [flag, ...others] = await flagsOf(bob);
    expect(others).toEqual([]);
    expect(flag).toMatchObject({ kind: 'thrown', gameIds: [thrown[3], thrown[2], thrown[0]] });
    expect(await flagsOf(ann)).toEqual([]);
    expect(await world.bank.coins(ann, bob)).toEqual([65_000, 35_000]);
    await played([bob, ann]);
  });

  test('counts among the last seven only', async () => {
    const [ann, bob] = [await world.bank.user(90_000), await world.bank.user(90_000)];
    await played([ann, bob]);
    await played([ann, bob]);
    for (let round = 0; round < 5; round += 1) await played([ann, bob], DRAWN);
    await played([ann, bob]);
    expect(await flagsOf(bob)).toEqual([]);
  });

  test('is looked at by one replica at a time, and once', async () => {
    const [ann, bob] = [await world.bank.user(50_000), await world.bank.user(50_000)];
    const ids = [await played([ann, bob]), await played([bob, ann])];
    const { rows } = await world.sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM fair_play_signal WHERE game_id = ANY ($1::uuid[])`,
      [ids],
    );
    expect(rows[0]?.count).toBe(4);
  });
});

test('and after all of this every game is sound', () => expectSound(world.sql));
