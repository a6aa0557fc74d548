import { StakeState } from '@fifteen/proto/economy';
import { GameChange } from '@fifteen/proto/events';
import { Condition, Status, type GameState } from '@fifteen/proto/game';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DRAWN,
  expectSound,
  NOWHERE,
  openWorld,
  playAll,
  startOf,
  until,
  X_WINS,
  type World,
} from './harness.ts';

const BET = 5_000;
const FAST = { STAKE_RETRY_SECONDS: '0.2', STAKE_SWEEP_SECONDS: '0.1', FUNDING_SECONDS: '1' };
let world: World;
beforeAll(async () => {
  world = await openWorld({ bank: true, env: FAST });
});
afterAll(() => world.stop());

const rich = () => Promise.all([world.bank.user(20_000), world.bank.user(20_000)]);
const coins = (players: string[]) => world.bank.coins(...players);
const get = (gameId: string) => world.gateway.get({ gameId });
const settled = (gameId: string) =>
  until(async () => {
    const { rows } = await world.sql.query(`SELECT FROM game WHERE id = $1 AND settled_at IS NOT NULL`, [
      gameId,
    ]);
    return rows.length === 1;
  });
async function started(players: string[]): Promise<GameState> {
  return world.room.create({ ...startOf(players, BET), xPlayerId: players[0]! });
}

test('both stakes are taken when a game opens, and the winner has both when it is said to be over', async () => {
  const players = await rich();
  const game = await started(players);
  expect(game.status).toBe(Status.ACTIVE);
  expect(await coins(players)).toEqual([15_000, 15_000]);
  let paidBefore: Promise<number[]> | undefined;
  const watch = until(() => {
    const over = world.pushes.some(
      ({ subject, push }) => subject === `room.${game.roomId}` && push.change === GameChange.ENDED,
    );
    if (over) paidBefore = coins(players);
    return over;
  });
  await playAll(world.gateway, game, X_WINS);
  await watch;
  expect(await paidBefore).toEqual([25_000, 15_000]);
  await settled(game.id);
});

test('a draw changes nothing', async () => {
  const players = await rich();
  const game = await started(players);
  await playAll(world.gateway, game, DRAWN);
  await settled(game.id);
  expect(await coins(players)).toEqual([20_000, 20_000]);
});

test('who leaves loses the stake, from the first second on, and only once', async () => {
  const players = await rich();
  const [leaver, stayer] = players as [string, string];
  const game = await started(players);
  const leave = (replica: number) =>
    world.replicas[replica]!.as('room').abandon({ gameId: game.id, userId: leaver });
  const ends = await Promise.all([leave(0), leave(1), leave(0)]);
  for (const end of ends) {
    expect(end).toMatchObject({
      status: Status.ABANDONED,
      condition: Condition.ABANDONMENT,
      abandonedBy: leaver,
    });
  }
  const late = await world.room.abandon({ gameId: game.id, userId: stayer });
  expect(late.abandonedBy).toBe(leaver);
  await settled(game.id);
  expect(await coins(players)).toEqual([15_000, 25_000]);
});

test('a game to which nobody came gives both stakes back', async () => {
  const fast = await openWorld({
    bank: true,
    env: {
      ...FAST,
      TURN_SECONDS: '0.2',
      GRACE_SECONDS: '0.1',
      AUTO_MOVE_SECONDS: '0.1',
      CLOCK_SWEEP_SECONDS: '0.05',
    },
  });
  try {
    const players = [await fast.bank.user(5_000), await fast.bank.user(5_000)];
    const game = await fast.room.create(startOf(players, BET));
    const end = await until(async () => {
      const now = await fast.gateway.get({ gameId: game.id });
      return now.status === Status.ABANDONED && now;
    });
    expect(end.condition).toBe(Condition.EXPIRED);
    await until(async () => (await fast.bank.coins(...players)).every((amount) => amount === 5_000));
  } finally {
    await fast.stop();
  }
});

test('who cannot pay plays no game: nobody pays, both are free, and the answer stays the same', async () => {
  const [poor, other] = [await world.bank.user(), await world.bank.user(20_000)];
  const start = startOf([poor, other], BET);
  const refusal = { code: 'INSUFFICIENT_COINS', details: { coins: BET } };
  await expect(world.room.create(start)).rejects.toMatchObject(refusal);
  await expect(world.replicas[1]!.as('room').create(start)).rejects.toMatchObject(refusal);
  expect(await coins([poor, other])).toEqual([1_000, 20_000]);
  expect(await get(start.gameId)).toMatchObject({ status: Status.CANCELLED, condition: Condition.CANCELLED });
  const friendly = await world.room.create(startOf([poor, other]));
  expect(friendly.status).toBe(Status.ACTIVE);
});

test('a start that is asked for many times at once is one game and one pair of stakes', async () => {
  const players = await rich();
  const start = startOf(players, BET);
  const games = await Promise.all(
    Array.from({ length: 12 }, (_, index) => world.replicas[index % 2]!.as('room').create(start)),
  );
  expect(new Set(games.map(({ id, xPlayerId }) => `${id} ${xPlayerId}`)).size).toBe(1);
  expect(await coins(players)).toEqual([15_000, 15_000]);
  const others = [
    ['a', 'b'],
    [players[0]!, 'b'],
  ].map((playerIds) => ({ playerIds }));
  for (const differs of [{ bet: 0 }, { round: 2 }, { roomId: 'elsewhere' }, ...others]) {
    const other = world.room.create({ ...start, ...differs });
    await expect(other).rejects.toMatchObject({ code: 'CONFLICT' });
  }
});

test('nobody plays two games at once, whoever starts them', async () => {
  const [a, b] = await rich();
  const [c, d] = await rich();
  const outcomes = await Promise.allSettled([
    world.replicas[0]!.as('room').create(startOf([a!, b!], BET)),
    world.replicas[1]!.as('room').create(startOf([b!, c!], BET)),
    world.replicas[0]!.as('room').create(startOf([c!, d!], BET)),
    world.replicas[1]!.as('room').create(startOf([d!, a!], BET)),
  ]);
  const opened = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(opened.length === 1 || opened.length === 2).toBe(true);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ALREADY_IN_GAME' });
  }
  const spent = (await coins([a!, b!, c!, d!])).filter((amount) => amount === 15_000);
  expect(spent).toHaveLength(opened.length * 2);
});

test('a start whose stakes nobody could be asked for is taken up by another replica', async () => {
  const players = await rich();
  const cut = await world.startReplica({ ECONOMY_ADDR: NOWHERE, STAKE_SWEEP_SECONDS: '3600' });
  const start = startOf(players, BET);
  await expect(cut.as('room').create(start)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const opened = await until(async () => {
    const game = await get(start.gameId);
    return game.status !== Status.FUNDING && game;
  });
  // It was opened, or called off for the time that had passed: never one thing here and another in the ledger.
  const active = opened.status === Status.ACTIVE;
  await until(async () => (await coins(players)).every((amount) => amount === (active ? 15_000 : 20_000)));
  await cut.stop();
});

test('a start that takes too long is called off, and gives back what was taken', async () => {
  const players = await rich();
  const start = startOf(players, BET);
  // The stakes are held, but their taker never came to say so.
  await world.sql.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, due_at, created_at)
     VALUES ($1, $2, 1, $3, $4, $5, 'funding', now() + interval '1 s', now() - interval '1 min')`,
    [start.gameId, start.roomId, ...players, BET],
  );
  const [xUserId = '', oUserId = ''] = players;
  await world.bank.asGame.hold({ gameId: start.gameId, xUserId, oUserId, bet: BET });
  expect(await coins(players)).toEqual([15_000, 15_000]);
  await settled(start.gameId);
  expect(await coins(players)).toEqual([20_000, 20_000]);
  expect((await get(start.gameId)).status).toBe(Status.CANCELLED);
  await expect(world.room.create(start)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('who leaves before the stakes are taken calls the game off, and a late stake is not taken any more', async () => {
  const players = await rich();
  const start = startOf(players, BET);
  const cut = await world.startReplica({
    ECONOMY_ADDR: NOWHERE,
    STAKE_SWEEP_SECONDS: '3600',
    STAKE_RETRY_SECONDS: '60',
  });
  await expect(cut.as('room').create(start)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  const off = await world.room.abandon({ gameId: start.gameId, userId: players[0]! });
  expect(off.status).toBe(Status.CANCELLED);
  await settled(start.gameId);
  const [xUserId = '', oUserId = ''] = players;
  const stake = await world.bank.asGame.hold({ gameId: start.gameId, xUserId, oUserId, bet: BET });
  expect(stake.state).toBe(StakeState.VOID);
  expect(await coins(players)).toEqual([20_000, 20_000]);
  await cut.stop();
});

test('a game that ends while the ledger is away is said to be over, and paid when it is back', async () => {
  const players = await rich();
  const game = await started(players);
  const cut = await world.startReplica({ ECONOMY_ADDR: NOWHERE, STAKE_SWEEP_SECONDS: '3600' });
  await playAll(cut.as('gateway'), game, X_WINS);
  await until(() =>
    world.pushes.some(
      ({ subject, push }) => subject === `room.${game.roomId}` && push.change === GameChange.ENDED,
    ),
  );
  await settled(game.id);
  expect(await coins(players)).toEqual([25_000, 15_000]);
  await cut.stop();
});

test('a bot plays for no coins, and nobody against oneself', async () => {
  const user = await world.bank.user(20_000);
  for (const [playerIds, bet] of [
    [[user, 'player_ada'], BET],
    [[user, user], 0],
    [['player_ada', 'player_bob'], 0],
    [[user], 0],
    [[user, 'a', 'b'], 0],
    [[user, 'a'], 4_999],
    [[user, 'a'], -5_000],
  ] as const) {
    const start = world.room.create(startOf([...playerIds], bet));
    await expect(start).rejects.toMatchObject({ code: 'INVALID' });
  }
});

test('and after all of this every game is sound', () => expectSound(world.sql));
