import { randomUUID } from 'node:crypto';
import { EconomyService } from '@fifteen/proto/economy';
import { GameService, Status, type GameState } from '@fifteen/proto/game';
import { connectRpc, isAppError, Lifecycle, openDatabase, type Calls, type Database } from '@fifteen/runtime';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callers, expectSound, log, mover, playAll, startOf, tokenOf, until, X_WINS } from './harness.ts';

/**
 * Real processes, killed as by `kill -9` at the instants that matter, and started again: what was acknowledged is there,
 * what was not can be sent again, and the stakes end where they belong.
 */
const BET = 5_000;
const OUTAGE_MS = 2_000;
const lifecycle = new Lifecycle(log);
let stack: Stack;
let sql: Database;
let room: Calls<GameService>;
let gateway: Calls<GameService>;
let bank: { identity: Calls<EconomyService>; admin: Calls<EconomyService>; gateway: Calls<EconomyService> };

beforeAll(async () => {
  stack = await startStack({
    services: ['economy', 'game'],
    own: true,
    env: {
      economy: { RPC_CALLERS: callers, RPC_TOKEN: tokenOf('economy') },
      game: {
        RPC_CALLERS: callers,
        RPC_TOKEN: tokenOf('game'),
        STAKE_RETRY_SECONDS: '0.3',
        STAKE_SWEEP_SECONDS: '0.2',
        OUTAGE_SECONDS: String(OUTAGE_MS / 1_000),
      },
    },
  });
  const address = (name: 'game' | 'economy') => stack.addresses(name)[0]!;
  const game = (caller: string) =>
    connectRpc(
      { name: 'game', service: GameService, address: address('game'), token: tokenOf(caller) },
      { lifecycle },
    ).calls;
  const economy = (caller: string) =>
    connectRpc(
      { name: 'economy', service: EconomyService, address: address('economy'), token: tokenOf(caller) },
      { lifecycle },
    ).calls;
  room = game('room');
  gateway = game('gateway');
  bank = { identity: economy('identity'), admin: economy('admin'), gateway: economy('gateway') };
  const { ownerUrl } = stack.databases.game!;
  sql = openDatabase({ service: 'test', url: ownerUrl, pool: 2 }, { log, lifecycle });
}, 60_000);
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

async function rich(): Promise<[string, string]> {
  const pair: [string, string] = [randomUUID(), randomUUID()];
  for (const userId of pair) {
    await bank.identity.signup({ userId });
    await bank.admin.topUp({ userId, amount: 19_000, reference: userId });
  }
  return pair;
}
async function coins(players: readonly string[]): Promise<number[]> {
  const { balances } = await steadily(() => bank.gateway.getBalances({ userIds: [...players] }));
  return players.map((id) => balances.find(({ userId }) => userId === id)?.coins ?? 0);
}
/** Repeats a call until somebody answers it, as every caller does who does not know what became of it. */
const steadily = <T>(call: () => Promise<T>): Promise<T> =>
  until(async () => {
    try {
      return await call();
    } catch (error) {
      if (isAppError(error, 'SERVICE_UNAVAILABLE')) return undefined;
      throw error;
    }
  }, 30_000);

/** Does something that kills the service at that point, starts it again, and answers what a repeat of it is answered. */
async function dyingAt<T>(point: string, act: () => Promise<T>): Promise<T> {
  const [unit] = stack.service('game');
  await unit!.kill9();
  await unit!.start({ FAILPOINT: point });
  const acted = steadily(act);
  expect(await unit!.gone).toBe('SIGKILL');
  await unit!.start();
  return acted;
}
const settled = (gameId: string) =>
  until(async () => {
    const { rows } = await sql.query(`SELECT FROM game WHERE id = $1 AND settled_at IS NOT NULL`, [gameId]);
    return rows.length === 1;
  }, 30_000);
const get = (gameId: string): Promise<GameState> => steadily(() => gateway.get({ gameId }));

test('killed between the commit of a move and its answer: the move is there, and its repeat is answered', async () => {
  const start = startOf([randomUUID(), randomUUID()]);
  const game = await steadily(() => room.create(start));
  const first = { gameId: game.id, userId: game.xPlayerId, position: 1 };
  const repeated = await dyingAt('game.move.after-commit', () => gateway.move(first));
  expect(repeated).toMatchObject({ moves: [1], status: Status.ACTIVE, autoX: false, autoO: false });
  const next = await gateway.move({ gameId: game.id, userId: game.oPlayerId, position: 2 });
  expect(next.moves).toEqual([1, 2]);
}, 60_000);

test.each(['game.move.after-commit', 'game.finish.after-commit', 'game.finish.before-settle'])(
  'killed at %s, with the last move of a game for coins: the winner is paid, once',
  async (point) => {
    const players = await rich();
    const start = { ...startOf(players, BET), xPlayerId: players[0] };
    const game = await steadily(() => room.create(start));
    await playAll(gateway, game, X_WINS.slice(0, -1));
    const last = { gameId: game.id, userId: players[0], position: X_WINS.at(-1)! };
    await dyingAt(point, () => gateway.move(last));
    const end = await steadily(() => gateway.move(last));
    expect(end).toMatchObject({ status: Status.FINISHED, moves: X_WINS });
    await settled(game.id);
    expect(await coins(players)).toEqual([25_000, 15_000]);
  },
  60_000,
);

test.each(['game.create.after-funding', 'game.create.after-hold', 'game.create.after-open'])(
  'killed at %s: the start that is asked for again is the same game, and the stakes are taken once',
  async (point) => {
    const players = await rich();
    const start = startOf(players, BET);
    const game = await dyingAt(point, () => room.create(start));
    expect(game).toMatchObject({ id: start.gameId, status: Status.ACTIVE });
    expect(await coins(players)).toEqual([15_000, 15_000]);
    await steadily(() => room.abandon({ gameId: game.id, userId: mover(game) }));
    await settled(game.id);
    expect((await coins(players)).toSorted()).toEqual([15_000, 25_000]);
  },
  60_000,
);

test('killed with a start under way that nobody asks for again: the sweep opens it or gives everything back', async () => {
  const players = await rich();
  const start = startOf(players, BET);
  const [unit] = stack.service('game');
  await unit!.kill9();
  await unit!.start({ FAILPOINT: 'game.create.after-hold' });
  const asked = until(async () => {
    await room.create(start).catch(() => undefined);
    return unit!.pid === undefined;
  }, 30_000);
  await unit!.gone;
  await asked;
  await unit!.start();
  const now = await until(async () => {
    const game = await get(start.gameId);
    return game.status !== Status.FUNDING && game;
  }, 30_000);
  const left = now.status === Status.ACTIVE ? 15_000 : 20_000;
  await until(async () => (await coins(players)).every((amount) => amount === left), 30_000);
}, 60_000);

test('killed while a game is called off: everybody has all coins back', async () => {
  const players = await rich();
  const start = startOf(players, BET);
  const [economy] = stack.service('economy');
  await economy!.kill9();
  await until(async () => {
    await room.create(start).catch(() => undefined);
    const { rows } = await sql.query('SELECT FROM game WHERE id = $1', [start.gameId]);
    return rows.length === 1;
  });
  await dyingAt('game.cancel.after-commit', () => room.abandon({ gameId: start.gameId, userId: players[0] }));
  await economy!.start();
  await settled(start.gameId);
  expect((await get(start.gameId)).status).toBe(Status.CANCELLED);
  expect(await coins(players)).toEqual([20_000, 20_000]);
}, 60_000);

test('a game outlives any number of kills, and costs nobody a turn', async () => {
  const start = startOf([randomUUID(), randomUUID()]);
  const game = await steadily(() => room.create(start));
  const [unit] = stack.service('game');
  let state = game;
  for (const position of X_WINS) {
    await unit!.kill9();
    await unit!.start();
    const command = { gameId: game.id, userId: mover(state), position };
    state = await steadily(() => gateway.move(command));
  }
  expect(state).toMatchObject({ status: Status.FINISHED, moves: X_WINS, autoX: false, autoO: false });
}, 60_000);

test('the database is killed and comes back: callers are told to wait, and the outage costs nobody the turn', async () => {
  const [unit] = stack.service('game');
  const { pid } = unit!;
  const [broker] = stack.servers.nats.units;
  // A broker that hangs: the fact that the game has begun keeps its transaction open when the database dies.
  await broker!.pause();
  const start = startOf([randomUUID(), randomUUID()]);
  const game = await steadily(() => room.create(start));
  const moved = await gateway.move({ gameId: game.id, userId: game.xPlayerId, position: 1 });
  const root = openDatabase(
    { service: 'test', url: stack.servers.postgres.url, pool: 1 },
    { log, lifecycle },
  );
  await until(async () => {
    const { rows } = await root.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'game' AND state = 'idle in transaction'`,
    );
    return rows.length > 0;
  });
  await stack.servers.postgres.kill9();
  await broker!.resume();
  const reply = { gameId: game.id, userId: game.oPlayerId, position: 2 };
  const away = { code: 'SERVICE_UNAVAILABLE' };
  await expect(gateway.move(reply)).rejects.toMatchObject(away);
  await expect(room.create(startOf([randomUUID(), randomUUID()]))).rejects.toMatchObject(away);
  await expect(gateway.current({ userId: game.xPlayerId })).rejects.toMatchObject(away);
  await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS * 1.5));
  await stack.servers.postgres.restart();
  const prolonged = await until(async () => {
    const now = await get(game.id);
    return now.version > moved.version && now;
  }, 30_000);
  expect(prolonged).toMatchObject({ moves: [1], autoX: false, autoO: false });
  const won = prolonged.turnDeadline!.getTime() - moved.turnDeadline!.getTime();
  expect(won).toBeGreaterThan(OUTAGE_MS);
  expect((await steadily(() => gateway.move(reply))).moves).toEqual([1, 2]);
  expect(unit!.pid).toBe(pid);
}, 60_000);

test('and after all of this every game is sound', () => expectSound(sql));
