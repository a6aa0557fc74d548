import type { GameId, UserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import { Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { testDatabase } from '@fifteen/testkit';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readPayoutState } from '../src/db/payout-audit.ts';
import { auditPayouts } from '../src/jobs/audit-payouts.ts';
import { DRAWN, startHarness, playAll, startOf, until, X_WINS, type Harness } from './harness.ts';

let harness: Harness;
let won: GameState;
let drawn: GameState;
beforeAll(async () => {
  harness = await startHarness({ replicas: 1, withEconomy: true, env: { STAKE_INTERVAL_SECONDS: '0.1' } });
  const newFundedPlayers = () => Promise.all([harness.economy.user(20_000), harness.economy.user(20_000)]);
  const play = async (): Promise<GameState> => {
    const players = await newFundedPlayers();
    const start = { ...startOf(players, 5_000), xPlayerId: players[0]! };
    return (await harness.room.createGame(start)).game;
  };
  won = await play();
  await playAll(harness.gateway, won, X_WINS);
  drawn = await play();
  await playAll(harness.gateway, drawn, DRAWN);
  const left = await play();
  await harness.room.abandonGame({ gameId: left.id, userId: left.oPlayerId });
  const poor = startOf([await harness.economy.user(), await harness.economy.user(20_000)], 5_000);
  await expect(harness.room.createGame(poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_COINS' });
  await until(async () => {
    const { rows } = await harness.sql.query('SELECT FROM game WHERE settled_at IS NULL');
    return rows.length === 0;
  });
});
afterAll(() => harness.stop());

const auditContext = () => ({ db: harness.sql, economy: harness.economy.asGame, log, payoutAuditMs: 0 });

/** Audits every game from the first one on, and returns how many are wrong, by kind. */
async function findings(): Promise<Record<string, number>> {
  await harness.sql.query(`UPDATE payout_audit SET finished_at = '-infinity'`);
  while (await auditPayouts(auditContext()));
  return counts();
}

async function counts(): Promise<Record<string, number>> {
  const { behind, ...kinds } = (await readPayoutState(harness.sql))!;
  expect(behind).toBeLessThan(600);
  return Object.fromEntries(Object.entries(kinds).filter(([, count]) => count > 0));
}

/** Writes past the triggers of a table, as a superuser could. */
const tamper = (db: Database, table: string, statement: string): Promise<void> =>
  db.tx(async (sql) => {
    await sql.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await sql.query(statement);
    await sql.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
const inGames = (statement: string) => tamper(harness.sql, 'game', statement);
const inStakes = (statement: string) => tamper(harness.economy.sql, 'stake', statement);

beforeEach(async () => {
  expect(await findings()).toEqual({});
});

it('continues from its cursor and finds no fault in games whose payout matches their moves', async () => {
  const { rows } = await harness.sql.query<{ game_id: GameId }>('SELECT game_id FROM payout_audit');
  const { rows: last } = await harness.sql.query<{ id: string }>(
    'SELECT id FROM game WHERE bet > 0 ORDER BY finished_at DESC, id DESC LIMIT 1',
  );
  expect(rows[0]!.game_id).toBe(last[0]!.id);
  await inGames(`UPDATE game SET winner = 'O' WHERE id = '${won.id}'`);
  await auditPayouts(auditContext());
  expect(await counts()).toEqual({});
  await inGames(`UPDATE game SET winner = 'X' WHERE id = '${won.id}'`);
});

it('finds a falsified winner, and deletes the finding once it is repaired', async () => {
  await inGames(`UPDATE game SET winner = 'O' WHERE id = '${won.id}'`);
  await inStakes(`UPDATE stake SET winner = o_user WHERE game_id = '${won.id}'`);
  expect(await findings()).toEqual({ record: 1 });

  await inGames(`UPDATE game SET winner = 'X' WHERE id = '${won.id}'`);
  expect(await findings()).toEqual({ payment: 1 });

  await inStakes(`UPDATE stake SET winner = x_user WHERE game_id = '${won.id}'`);
  await auditPayouts(auditContext());
  expect(await counts()).toEqual({});
});

it('finds a payment that is missing, to another player, or of another amount', async () => {
  await inStakes(`UPDATE stake SET state = 'held', winner = NULL WHERE game_id = '${won.id}'`);
  expect(await findings()).toEqual({ unpaid: 1 });
  await inStakes(`UPDATE stake SET state = 'refunded' WHERE game_id = '${won.id}'`);
  expect(await findings()).toEqual({ payment: 1 });
  await inStakes(
    `UPDATE stake SET state = 'settled', winner = x_user, bet = 50000 WHERE game_id = '${won.id}'`,
  );
  expect(await findings()).toEqual({ payment: 1 });
  await inStakes(`UPDATE stake SET bet = 5000 WHERE game_id = '${won.id}'`);
});

it('finds a stake that is held for a game that never started', async () => {
  const { rows } = await harness.sql.query<{ id: string }>(`SELECT id FROM game WHERE status = 'cancelled'`);
  await inStakes(`UPDATE stake SET state = 'held', short = '{}' WHERE game_id = '${rows[0]!.id}'`);
  expect(await findings()).toEqual({ payment: 1 });
  await inStakes(`UPDATE stake SET state = 'void' WHERE game_id = '${rows[0]!.id}'`);
});

it('finds a move that differs from the acknowledged one', async () => {
  await inGames(`UPDATE game SET moves[cardinality(moves)] = 15 WHERE id = '${won.id}'`);
  expect(await findings()).toEqual({ record: 1 });
  await inGames(
    `UPDATE game SET moves = ARRAY(SELECT position FROM move WHERE game_id = game.id ORDER BY ply) WHERE id = '${won.id}'`,
  );
});

/** Inserts a copy of a settled game for other players. The ledger, of an earlier moment, has no stake of it. Returns its id. */
async function insertLost(game: GameState, players: UserId[]): Promise<GameId> {
  const { rows: columns } = await harness.sql.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = 'game' AND column_name NOT IN ('id', 'x_user', 'o_user')`,
  );
  const rest = columns.map(({ name }) => name).join();
  const { gameId: id } = startOf(players, 5_000);
  await harness.sql.query(
    `INSERT INTO game (id, x_user, o_user, ${rest}) SELECT $1, $2, $3, ${rest} FROM game WHERE id = $4`,
    [id, ...players, game.id],
  );
  await harness.sql.query(
    `INSERT INTO move SELECT $1, ply, position, player, auto, at FROM move WHERE game_id = $2`,
    [id, game.id],
  );
  return id;
}

const untilRepaired = () =>
  until(async () => {
    await auditPayouts(auditContext());
    return Object.keys(await counts()).length === 0;
  });

it('pays a settled game again whose stakes and payment the ledger has lost', async () => {
  const players = await Promise.all([harness.economy.user(20_000), harness.economy.user(20_000)]);
  await insertLost(won, players);
  expect(await findings()).toEqual({ unpaid: 1 });
  await untilRepaired();
  expect(await harness.economy.coins(...players)).toEqual([25_000, 15_000]);
});

it('pays a lost game once its loser is paid for an earlier one that the ledger has lost, too', async () => {
  const [ann, bob] = await Promise.all([harness.economy.user(5_000), harness.economy.user(20_000)]);
  const start = { ...startOf([ann, bob], 5_000), xPlayerId: ann };
  const { game: earlier } = await harness.room.createGame(start);
  const gameId = await insertLost(won, [bob, ann]);
  expect(await findings()).toEqual({ unpaid: 1 });
  await until(async () => {
    const { rows } = await harness.sql.query(`SELECT FROM game WHERE id = $1 AND due_at > now()`, [gameId]);
    return rows.length === 1;
  });
  await playAll(harness.gateway, earlier, X_WINS);
  await untilRepaired();
  expect(await harness.economy.coins(ann, bob)).toEqual([5_000, 20_000]);
});

it('settles a lost game without a winner, whatever its players own', async () => {
  const players = await Promise.all([harness.economy.user(), harness.economy.user(20_000)]);
  await insertLost(drawn, players);
  expect(await findings()).toEqual({ unpaid: 1 });
  await untilRepaired();
  expect(await harness.economy.coins(...players)).toEqual([1_000, 20_000]);
});

it('is up to date after a pass that reached the newest game, and only then', async () => {
  // Without a replica, whose own audit would be up to date at any moment.
  const database = await testDatabase('game');
  const lifecycle = new Lifecycle(log);
  const sql = openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, { log, lifecycle });
  const pass = async () => {
    const isMore = await auditPayouts({ ...auditContext(), db: sql });
    return { isMore, isUpToDate: (await readPayoutState(sql))!.behind < 600 };
  };
  // Cancelled games without stakes, which are no findings: one batch, and the first of the next.
  await sql.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, cancel_reason, finished_at, settled_at)
     SELECT gen_random_uuid(), 'r', 1, 'a' || n, 'b' || n, 5000, 'cancelled', 'CALLED_OFF', now(), now()
     FROM generate_series(1, 101) n`,
  );
  await sql.query(`UPDATE payout_audit SET at = now() - interval '1 hour'`);
  expect(await pass()).toEqual({ isMore: true, isUpToDate: false });
  expect(await pass()).toEqual({ isMore: false, isUpToDate: true });
  await lifecycle.stop();
  await database.drop();
});
