import { withRetries } from '@fifteen/testkit';
import { randomUUID } from 'node:crypto';
import { type GameId, toUserId, type UserId } from '@fifteen/domain';
import { GameServiceDefinition, Status, type GameState } from '@fifteen/proto/game';
import { Lifecycle, openDatabase, type Calls, type Database } from '@fifteen/runtime';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { connectAs, log, testWallets, tokensOf } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectConsistent, playerToMove, playAll, startOf, until, X_WINS } from './harness.ts';

// Kills real processes with SIGKILL at failpoints and restarts them: acknowledged moves are stored, other moves can be
// repeated, and the stakes are paid or refunded.
const BET = 5_000;
const OUTAGE_MS = 2_000;
const lifecycle = new Lifecycle(log);
let stack: Stack;
let sql: Database;
let room: Calls<GameServiceDefinition>;
let gateway: Calls<GameServiceDefinition>;
let wallets: ReturnType<typeof testWallets>;

beforeAll(async () => {
  stack = await startStack({
    services: ['economy', 'game'],
    own: true,
    env: {
      economy: tokensOf('economy'),
      game: {
        ...tokensOf('game'),
        STAKE_RETRY_SECONDS: '0.3',
        STAKE_INTERVAL_SECONDS: '0.2',
        OUTAGE_SECONDS: String(OUTAGE_MS / 1_000),
        // A slow restart calls off no start that is repeated after it.
        FUNDING_SECONDS: '60',
      },
    },
  });
  const [address = ''] = stack.addresses('game');
  room = connectAs('room', GameServiceDefinition, address, lifecycle);
  gateway = connectAs('gateway', GameServiceDefinition, address, lifecycle);
  wallets = testWallets(stack.addresses('economy')[0] ?? '', lifecycle);
  const { ownerUrl } = stack.databases.game!;
  sql = openDatabase({ service: 'test', url: ownerUrl, pool: 2 }, { log, lifecycle });
}, 60_000);
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

const newFundedPlayers = async (): Promise<[UserId, UserId]> => [
  await wallets.newUser(20_000),
  await wallets.newUser(20_000),
];
const coins = (players: readonly UserId[]) => wallets.coinsOf(...players);
/** Runs a call that crashes the service at a failpoint, restarts it, and returns the result of the repeated call. */
async function crashAt<T>(point: string, call: () => Promise<T>): Promise<T> {
  const [replica] = stack.service('game');
  await replica!.kill();
  await replica!.start({ FAILPOINT: point });
  const result = withRetries(call);
  expect(await replica!.exit).toBe('SIGKILL');
  await replica!.start();
  return result;
}
const settled = (gameId: GameId) =>
  until(async () => {
    const { rows } = await sql.query(`SELECT FROM game WHERE id = $1 AND settled_at IS NOT NULL`, [gameId]);
    return rows.length === 1;
  }, 30_000);
const get = (gameId: GameId): Promise<GameState> =>
  withRetries(async () => (await gateway.getGame({ gameId })).game);

test('keeps a move when the service crashes between its commit and its response, and accepts the repeat', async () => {
  const start = startOf([toUserId(randomUUID()), toUserId(randomUUID())]);
  const game = await withRetries(async () => (await room.createGame(start)).game);
  const first = { gameId: game.id, userId: game.xPlayerId, position: 1 };
  const repeated = await crashAt('game.move.after-commit', async () => (await gateway.move(first)).game);
  expect(repeated).toMatchObject({ moves: [1], status: Status.ACTIVE, autoX: false, autoO: false });
  const { game: next } = await gateway.move({ gameId: game.id, userId: game.oPlayerId, position: 2 });
  expect(next.moves).toEqual([1, 2]);
}, 60_000);

test.each(['game.move.after-commit', 'game.finish.after-commit', 'game.finish.before-settle'])(
  'pays the winner once after a crash at %s with the last move of a game for coins',
  async (point) => {
    const players = await newFundedPlayers();
    const start = { ...startOf(players, BET), xPlayerId: players[0] };
    const game = await withRetries(async () => (await room.createGame(start)).game);
    await playAll(gateway, game, X_WINS.slice(0, -1));
    const last = { gameId: game.id, userId: players[0], position: X_WINS.at(-1)! };
    await crashAt(point, async () => (await gateway.move(last)).game);
    const end = await withRetries(async () => (await gateway.move(last)).game);
    expect(end).toMatchObject({ status: Status.FINISHED, moves: X_WINS });
    await settled(game.id);
    expect(await coins(players)).toEqual([25_000, 15_000]);
  },
  60_000,
);

test.each(['game.create.after-funding', 'game.create.after-hold', 'game.create.after-open'])(
  'creates one game and holds its stakes once when a start is repeated after a crash at %s',
  async (point) => {
    const players = await newFundedPlayers();
    const start = startOf(players, BET);
    const game = await crashAt(point, async () => (await room.createGame(start)).game);
    expect(game).toMatchObject({ id: start.gameId, status: Status.ACTIVE });
    expect(await coins(players)).toEqual([15_000, 15_000]);
    await withRetries(
      async () => (await room.abandonGame({ gameId: game.id, userId: playerToMove(game) })).game,
    );
    await settled(game.id);
    expect((await coins(players)).toSorted()).toEqual([15_000, 25_000]);
  },
  60_000,
);

test('starts the game or refunds it after a crash during a start that is not repeated', async () => {
  const players = await newFundedPlayers();
  const start = startOf(players, BET);
  const [replica] = stack.service('game');
  await replica!.kill();
  await replica!.start({ FAILPOINT: 'game.create.after-hold' });
  const response = until(async () => {
    await room.createGame(start).catch(() => undefined);
    return replica!.pid === undefined;
  }, 30_000);
  await replica!.exit;
  await response;
  await replica!.start();
  const now = await until(async () => {
    const game = await get(start.gameId);
    return game.status !== Status.FUNDING && game;
  }, 30_000);
  const left = now.status === Status.ACTIVE ? 15_000 : 20_000;
  await until(async () => (await coins(players)).every((amount) => amount === left), 30_000);
}, 60_000);

test('refunds both players after a crash while a game is called off', async () => {
  const players = await newFundedPlayers();
  const start = startOf(players, BET);
  const [economy] = stack.service('economy');
  await economy!.kill();
  await until(async () => {
    await room.createGame(start).catch(() => undefined);
    const { rows } = await sql.query('SELECT FROM game WHERE id = $1', [start.gameId]);
    return rows.length === 1;
  }, 30_000);
  await crashAt(
    'game.cancel.after-commit',
    async () => (await room.abandonGame({ gameId: start.gameId, userId: players[0] })).game,
  );
  await economy!.start();
  await settled(start.gameId);
  expect((await get(start.gameId)).status).toBe(Status.CANCELLED);
  expect(await coins(players)).toEqual([20_000, 20_000]);
}, 60_000);

test('keeps a game through a crash at every move, without auto-play', async () => {
  const start = startOf([toUserId(randomUUID()), toUserId(randomUUID())]);
  const game = await withRetries(async () => (await room.createGame(start)).game);
  const [replica] = stack.service('game');
  let state = game;
  for (const position of X_WINS) {
    await replica!.kill();
    await replica!.start();
    const command = { gameId: game.id, userId: playerToMove(state), position };
    state = await withRetries(async () => (await gateway.move(command)).game);
  }
  expect(state).toMatchObject({ status: Status.FINISHED, moves: X_WINS, autoX: false, autoO: false });
}, 60_000);

test('rejects calls while the database is unavailable, and extends turns when it is back', async () => {
  const [replica] = stack.service('game');
  const { pid } = replica!;
  const [broker] = stack.servers.nats.processes;
  const newGame = () =>
    withRetries(async () => {
      const start = startOf([toUserId(randomUUID()), toUserId(randomUUID())]);
      return (await room.createGame(start)).game;
    });
  const [game, abandoned] = [await newGame(), await newGame()];
  // The broker hangs: publishing the end of the other game keeps its transaction open when the database crashes.
  await broker!.pause();
  await room.abandonGame({ gameId: abandoned.id, userId: abandoned.xPlayerId });
  const { game: moved } = await gateway.move({ gameId: game.id, userId: game.xPlayerId, position: 1 });
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
  await stack.servers.postgres.kill();
  await broker!.resume();
  const reply = { gameId: game.id, userId: game.oPlayerId, position: 2 };
  const unavailable = { code: 'SERVICE_UNAVAILABLE' };
  await expect(gateway.move(reply)).rejects.toMatchObject(unavailable);
  await expect(
    room.createGame(startOf([toUserId(randomUUID()), toUserId(randomUUID())])),
  ).rejects.toMatchObject(unavailable);
  await expect(gateway.getGame({ gameId: game.id })).rejects.toMatchObject(unavailable);
  await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS * 1.5));
  await stack.servers.postgres.restart();
  // A process that stood still before the outage was extended for that, too.
  const extended = await until(async () => {
    const now = await get(game.id);
    return now.turnDeadline!.getTime() - moved.turnDeadline!.getTime() > OUTAGE_MS && now;
  }, 30_000);
  expect(extended).toMatchObject({ moves: [1], autoX: false, autoO: false });
  expect((await withRetries(async () => (await gateway.move(reply)).game)).moves).toEqual([1, 2]);
  expect(replica!.pid).toBe(pid);
}, 60_000);

test('leaves every game consistent', () => expectConsistent(sql));
