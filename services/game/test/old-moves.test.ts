import { randomUUID } from 'node:crypto';
import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { testDatabase, type TestDatabase } from '@fifteen/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteOldMoves } from '../src/jobs/delete-old-moves.ts';

const lifecycle = new Lifecycle(createLog('test', 'silent'));
let database: TestDatabase;
/** With the rights of the service. */
let db: Database;

beforeAll(async () => {
  database = await testDatabase('game');
  db = openDatabase(
    { service: 'test', url: database.url, pool: 4 },
    { log: createLog('test', 'silent'), lifecycle },
  );
});
afterAll(async () => {
  await lifecycle.stop();
  await database.drop();
});
beforeEach(async () => {
  while (await deleteOldMoves({ db }));
});

/** Writes a game of five moves that ended so many days ago. */
async function finishedGame({ days, bet = 0 }: { days: number; bet?: number }): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, moves, version, winner, condition, started_at,
       last_move_at, finished_at, settled_at)
     SELECT $1, 'r', 1, 'ann', 'ben', $2, 'finished', '{1,2,6,3,11}', 5, 'X', 'vertical', at, at, at, at
     FROM (SELECT now() - make_interval(hours => $3) AS at) AS ended`,
    [id, bet, Math.round(days * 24)],
  );
  await db.query(
    `INSERT INTO move SELECT $1, ply, ply, CASE ply % 2 WHEN 1 THEN 'X' ELSE 'O' END, false, now()
     FROM generate_series(1, 5) AS ply`,
    [id],
  );
  return id;
}

async function movesOf(id: string): Promise<{ kept: number; positions: number[] }> {
  const { rows } = await db.query<{ kept: number; positions: number[] }>(
    `SELECT (SELECT count(*)::int FROM move WHERE game_id = id) AS kept, moves AS positions FROM game WHERE id = $1`,
    [id],
  );
  return rows[0] as { kept: number; positions: number[] };
}

test('deletes the moves of a friendly game after 90 days and keeps their positions with the game', async () => {
  const [old, young] = [await finishedGame({ days: 91 }), await finishedGame({ days: 89 })];
  await deleteOldMoves({ db });
  expect(await movesOf(old)).toEqual({ kept: 0, positions: [1, 2, 6, 3, 11] });
  expect((await movesOf(young)).kept).toBe(5);
});

test('keeps the moves of a game for coins', async () => {
  const id = await finishedGame({ days: 90.5, bet: 5_000 });
  await deleteOldMoves({ db });
  expect((await movesOf(id)).kept).toBe(5);
});

test('deletes the moves of a game that grew old after the last pass', async () => {
  const id = await finishedGame({ days: 90.1 });
  await Promise.all([deleteOldMoves({ db }), deleteOldMoves({ db })]);
  await deleteOldMoves({ db });
  expect((await movesOf(id)).kept).toBe(0);
});

test('gives the service no right to delete other moves', async () => {
  await expect(db.query('DELETE FROM move')).rejects.toThrow();
  await expect(db.query(`UPDATE move_retention SET finished_at = now()`)).rejects.toThrow();
});
