import { type GameId, type UserId, toUserId, toRoomId } from '@fifteen/domain';
import { StakeState } from '@fifteen/proto/economy';
import { GameChange } from '@fifteen/proto/events';
import { Condition, Status, type GameState } from '@fifteen/proto/game';
import { pause } from '@fifteen/runtime';
import { UNREACHABLE } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppContext } from '../src/context.ts';
import { DatabaseClock } from '../src/db/database-clock.ts';
import { draftGame } from '../src/domain/game-start.ts';
import type { Timings } from '../src/domain/timings.ts';
import { createGame } from '../src/rpc/create-game.ts';
import { fundGame } from '../src/workflows/fund-game.ts';
import {
  DRAWN,
  expectConsistent,
  startHarness,
  playAll,
  startOf,
  until,
  X_WINS,
  type Harness,
} from './harness.ts';

const BET = 5_000;
/** Long enough for a start on a machine that stands still; `insertFunding` writes older ones. */
const FUNDING_SECONDS = '30';
const FAST = { STAKE_RETRY_SECONDS: '0.2', STAKE_INTERVAL_SECONDS: '0.1', FUNDING_SECONDS };
/** After so many milliseconds, the end of a game is pushed without its payout. */
const PAYOUT_MS = 500;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ withEconomy: true, env: FAST });
});
afterAll(() => harness.stop());

const newFundedPlayers = (): Promise<UserId[]> =>
  Promise.all([harness.economy.user(20_000), harness.economy.user(20_000)]);
const coins = (players: UserId[]) => harness.economy.coins(...players);
const get = async (gameId: GameId) => (await harness.gateway.getGame({ gameId })).game;
const settled = (gameId: GameId) =>
  until(async () => {
    const { rows } = await harness.sql.query(`SELECT FROM game WHERE id = $1 AND settled_at IS NOT NULL`, [
      gameId,
    ]);
    return rows.length === 1;
  });
async function started(players: UserId[]): Promise<GameState> {
  const start = { ...startOf(players, BET), xPlayerId: players[0]! };
  return (await harness.room.createGame(start)).game;
}
/** Writes a game whose start has not got its stakes for a minute, as a crash leaves it. It is not due yet. */
const insertFunding = ({ gameId, roomId, playerIds }: ReturnType<typeof startOf>) =>
  harness.sql.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, due_at, created_at)
     VALUES ($1, $2, 1, $3, $4, $5, 'funding', now() + interval '1 h', now() - interval '1 min')`,
    [gameId, roomId, ...playerIds, BET],
  );
const makeDue = (gameId: GameId) =>
  harness.sql.query(`UPDATE game SET due_at = now() WHERE id = $1`, [gameId]);

test('holds both stakes at the start, and pays the winner before the end is pushed', async () => {
  const players = await newFundedPlayers();
  const game = await started(players);
  expect(game.status).toBe(Status.ACTIVE);
  expect(await coins(players)).toEqual([15_000, 15_000]);
  const isEndPushed = () =>
    harness.pushes.some(
      ({ subject, push }) => subject === `room.${game.roomId}` && push.change === GameChange.ENDED,
    );
  // While the ledger cannot pay, the push waits until the time of the payout is over.
  await harness.economy.sql.tx(async (sql) => {
    await sql.query('SELECT FROM stake WHERE game_id = $1 FOR UPDATE', [game.id]);
    const { finishedAt } = await playAll(harness.gateway, game, X_WINS);
    const pushedAt = await until(() => isEndPushed() && Date.now());
    expect(pushedAt - finishedAt!.getTime()).toBeGreaterThan(PAYOUT_MS * 0.9);
  });
  await settled(game.id);
  expect(await coins(players)).toEqual([25_000, 15_000]);
});

test('refunds both stakes after a draw', async () => {
  const players = await newFundedPlayers();
  const game = await started(players);
  await playAll(harness.gateway, game, DRAWN);
  await settled(game.id);
  expect(await coins(players)).toEqual([20_000, 20_000]);
});

test('takes the stake of a player who leaves, from the first second on, and only once', async () => {
  const players = await newFundedPlayers();
  const [leaver, stayer] = players as [UserId, UserId];
  const game = await started(players);
  const leave = async (replica: number) =>
    (await harness.replicas[replica]!.as('room').abandonGame({ gameId: game.id, userId: leaver })).game;
  const ends = await Promise.all([leave(0), leave(1), leave(0)]);
  for (const end of ends) {
    expect(end).toMatchObject({
      status: Status.ABANDONED,
      condition: Condition.ABANDONMENT,
      abandonedBy: leaver,
    });
  }
  const { game: late } = await harness.room.abandonGame({ gameId: game.id, userId: stayer });
  expect(late.abandonedBy).toBe(leaver);
  await settled(game.id);
  expect(await coins(players)).toEqual([15_000, 25_000]);
});

test('pays in time of its own after an abandonment, however little its call had left', async () => {
  // The job pays late: it must not do the work of the replica that ended the game.
  const env = { ...FAST, STAKE_INTERVAL_SECONDS: '3600' };
  const own = await startHarness({ replicas: 1, withEconomy: true, env });
  const callMs = 300;
  const abandonWithLateLedger = async () => {
    const players = await Promise.all([own.economy.user(20_000), own.economy.user(20_000)]);
    const { game } = await own.room.createGame(startOf(players, BET));
    await own.economy.sql.tx(async (sql) => {
      await sql.query('SELECT FROM stake WHERE game_id = $1 FOR UPDATE', [game.id]);
      const request = { gameId: game.id, userId: game.oPlayerId };
      await Promise.all([
        own.replicas[0]!.once('room').abandonGame(request, { limitMs: callMs }),
        pause(callMs + 50),
      ]);
    });
    await pause(PAYOUT_MS);
    const { rows } = await own.sql.query('SELECT FROM game WHERE id = $1 AND settled_at IS NOT NULL', [
      game.id,
    ]);
    return rows.length;
  };
  // A machine that stands still may use up both times.
  await expect.poll(() => abandonWithLateLedger().catch(() => 0), { timeout: 30_000 }).toBe(1);
  await own.stop();
});

test('refunds both stakes of a game whose players both never moved', async () => {
  const fast = await startHarness({
    withEconomy: true,
    env: {
      ...FAST,
      TURN_SECONDS: '0.2',
      GRACE_SECONDS: '0.1',
      AUTO_MOVE_SECONDS: '0.1',
      CLOCK_INTERVAL_SECONDS: '0.05',
    },
  });
  try {
    const players = [await fast.economy.user(5_000), await fast.economy.user(5_000)];
    const { game } = await fast.room.createGame(startOf(players, BET));
    const end = await until(async () => {
      const { game: now } = await fast.gateway.getGame({ gameId: game.id });
      return now.status === Status.ABANDONED && now;
    });
    expect(end.condition).toBe(Condition.EXPIRED);
    await until(async () => (await fast.economy.coins(...players)).every((amount) => amount === 5_000));
  } finally {
    await fast.stop();
  }
});

test('cancels a game when a player cannot pay: no stake is held, both are free, and a repeat gets the same error', async () => {
  const [poor, other] = [await harness.economy.user(), await harness.economy.user(20_000)];
  const start = startOf([poor, other], BET);
  const error = { code: 'INSUFFICIENT_COINS', details: { coins: BET, shortUserIds: [poor] } };
  await expect(harness.room.createGame(start)).rejects.toMatchObject(error);
  await expect(harness.replicas[1]!.as('room').createGame(start)).rejects.toMatchObject(error);
  expect(await coins([poor, other])).toEqual([1_000, 20_000]);
  expect(await get(start.gameId)).toMatchObject({ status: Status.CANCELLED, condition: Condition.CANCELLED });
  const { game: friendly } = await harness.room.createGame(startOf([poor, other]));
  expect(friendly.status).toBe(Status.ACTIVE);
});

test('creates one game and one pair of stakes for many concurrent starts with one id', async () => {
  const players = await newFundedPlayers();
  const start = startOf(players, BET);
  const games = await Promise.all(
    Array.from(
      { length: 12 },
      async (_, index) => (await harness.replicas[index % 2]!.as('room').createGame(start)).game,
    ),
  );
  expect(new Set(games.map(({ id, xPlayerId }) => `${id} ${xPlayerId}`)).size).toBe(1);
  expect(await coins(players)).toEqual([15_000, 15_000]);
  const others = [
    ['a', 'b'],
    [players[0]!, 'b'],
  ].map((playerIds) => ({ playerIds: playerIds.map(toUserId) }));
  for (const differs of [{ bet: 0 }, { round: 2 }, { roomId: toRoomId('elsewhere') }, ...others]) {
    const other = harness.room.createGame({ ...start, ...differs });
    await expect(other).rejects.toMatchObject({ code: 'CONFLICT' });
  }
});

test('keeps every player in one game at a time', async () => {
  const [a, b] = await newFundedPlayers();
  const [c, d] = await newFundedPlayers();
  const outcomes = await Promise.allSettled([
    harness.replicas[0]!.as('room').createGame(startOf([a!, b!], BET)),
    harness.replicas[1]!.as('room').createGame(startOf([b!, c!], BET)),
    harness.replicas[0]!.as('room').createGame(startOf([c!, d!], BET)),
    harness.replicas[1]!.as('room').createGame(startOf([d!, a!], BET)),
  ]);
  const opened = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(opened.length === 1 || opened.length === 2).toBe(true);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ALREADY_IN_GAME' });
  }
  const spent = (await coins([a!, b!, c!, d!])).filter((amount) => amount === 15_000);
  expect(spent).toHaveLength(opened.length * 2);
});

test('resumes at another replica a start that could not reach economy', async () => {
  const players = await newFundedPlayers();
  const disconnected = await harness.startReplica({
    ECONOMY_ADDR: UNREACHABLE,
    STAKE_INTERVAL_SECONDS: '3600',
  });
  const start = startOf(players, BET);
  await expect(disconnected.once('room').createGame(start)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  const opened = await until(async () => {
    const game = await get(start.gameId);
    return game.status !== Status.FUNDING && game;
  });
  // The game was started, or called off because of its age: game and economy agree.
  const active = opened.status === Status.ACTIVE;
  await until(async () => (await coins(players)).every((amount) => amount === (active ? 15_000 : 20_000)));
  await disconnected.stop();
});

test('rejects a move before the stakes are held, because the game has not begun', async () => {
  const players = await newFundedPlayers();
  const start = startOf(players, BET);
  await insertFunding(start);
  const early = { gameId: start.gameId, userId: players[0]! };
  const { move, takeControl } = harness.replicas[0]!.as('gateway');
  await expect(move({ ...early, position: 1 })).rejects.toMatchObject({ code: 'GAME_NOT_READY' });
  await expect(takeControl(early)).rejects.toMatchObject({ code: 'GAME_NOT_READY' });
  await makeDue(start.gameId);
  await settled(start.gameId);
});

test('calls off a start that takes too long, and refunds held stakes', async () => {
  const players = await newFundedPlayers();
  const start = startOf(players, BET);
  // The stakes are held, but the replica crashed before it started the game.
  await insertFunding(start);
  const [xUserId, oUserId] = players as [UserId, UserId];
  await harness.economy.asGame.holdStake({ gameId: start.gameId, xUserId, oUserId, bet: BET });
  expect(await coins(players)).toEqual([15_000, 15_000]);
  await makeDue(start.gameId);
  await settled(start.gameId);
  expect(await coins(players)).toEqual([20_000, 20_000]);
  expect((await get(start.gameId)).status).toBe(Status.CANCELLED);
  await expect(harness.room.createGame(start)).rejects.toMatchObject({ code: 'GAME_CANCELLED' });
});

test('calls a game off when a player leaves before the stakes are held, and holds none later', async () => {
  const players = await newFundedPlayers();
  const start = startOf(players, BET);
  const disconnected = await harness.startReplica({
    ECONOMY_ADDR: UNREACHABLE,
    STAKE_INTERVAL_SECONDS: '3600',
    STAKE_RETRY_SECONDS: '60',
  });
  await expect(disconnected.once('room').createGame(start)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  await harness.room.abandonGame({ gameId: start.gameId, userId: players[0]! });
  await settled(start.gameId);
  expect((await get(start.gameId)).status).toBe(Status.CANCELLED);
  const [xUserId, oUserId] = players as [UserId, UserId];
  const { stake } = await harness.economy.asGame.holdStake({
    gameId: start.gameId,
    xUserId,
    oUserId,
    bet: BET,
  });
  expect(stake.state).toBe(StakeState.VOID);
  expect(await coins(players)).toEqual([20_000, 20_000]);
  await disconnected.stop();
});

test('calls a game off for a player who leaves while the ledger does not respond, and settles it later', async () => {
  const players = await newFundedPlayers();
  const start = startOf(players, BET);
  await insertFunding(start);
  const request = { gameId: start.gameId, userId: players[0]! };
  await harness.economy.sql.tx(async (sql) => {
    await sql.query(`INSERT INTO stake (game_id, state) VALUES ($1, 'void')`, [start.gameId]);
    const { game } = await harness.replicas[0]!.once('room').abandonGame(request, { limitMs: 2_000 });
    expect(game.status).toBe(Status.CANCELLED);
  });
  await settled(start.gameId);
  expect(await coins(players)).toEqual([20_000, 20_000]);
});

test('pushes the end of a game while economy is unavailable, and pays when it is back', async () => {
  const players = await newFundedPlayers();
  const game = await started(players);
  const disconnected = await harness.startReplica({
    ECONOMY_ADDR: UNREACHABLE,
    STAKE_INTERVAL_SECONDS: '3600',
  });
  await playAll(disconnected.as('gateway'), game, X_WINS);
  await until(() =>
    harness.pushes.some(
      ({ subject, push }) => subject === `room.${game.roomId}` && push.change === GameChange.ENDED,
    ),
  );
  await settled(game.id);
  expect(await coins(players)).toEqual([25_000, 15_000]);
  await disconnected.stop();
});

test('lets a game be whose hold is answered after its end', async () => {
  const players = (await newFundedPlayers()) as [UserId, UserId];
  const game = await started(players);
  const { id: gameId, roomId } = game;
  await playAll(harness.gateway, game, X_WINS);
  await settled(gameId);
  const now = { at: new Date(), timings: { stakeRetry: 0 } as Timings, random: Math.random };
  const funding = draftGame({ gameId, roomId, round: 1, players, bet: BET, xPlayerId: players[0] }, now);
  const context = { economy: harness.economy.asGame, db: harness.sql } as AppContext;
  expect(await fundGame(context, funding)).toBeNull();
  expect((await get(gameId)).status).toBe(Status.FINISHED);
});

test.each([0, BET])('begins the first turn after a wait for the database (bet %i)', async (bet) => {
  const players = await newFundedPlayers();
  const clock = new DatabaseClock();
  await clock.sync(harness.sql);
  let sentAt = 0;
  const query = async (text: string, values: unknown[]) => {
    await pause(1_000);
    sentAt = Date.now();
    return harness.sql.query(text, values);
  };
  const TURN_MS = 30_000;
  const context = {
    ...{ economy: harness.economy.asGame, db: { query }, clock, stakeLimit: { coins: 0 } },
    timings: { turn: TURN_MS, grace: 500, stakeRetry: 60_000 },
    ...{
      liveGames: { addStarted: () => undefined },
      push: { toRoom: () => undefined, toUser: () => undefined },
    },
  } as unknown as AppContext;
  const { game } = await createGame(context, startOf(players, bet));
  expect(game!.startedAt!.getTime()).toBeGreaterThan(sentAt - 100);
  expect(game!.turnDeadline!.getTime() - game!.startedAt!.getTime()).toBe(TURN_MS);
  expect(await get(game!.id)).toEqual(game);
});

test('rejects bots with stakes, games against oneself, and invalid bets', async () => {
  const user = await harness.economy.user(20_000);
  for (const [playerIds, bet] of [
    [[user, 'player_ada'], BET],
    [[user, user], 0],
    [['player_ada', 'player_bob'], 0],
    [[user], 0],
    [[user, 'a', 'b'], 0],
    [[user, 'a'], 4_999],
    [[user, 'a'], -5_000],
  ] as const) {
    const start = harness.room.createGame(startOf(playerIds.map(toUserId), bet));
    await expect(start).rejects.toMatchObject({ code: 'INVALID' });
  }
});

test('leaves every game consistent', () => expectConsistent(harness.sql));
