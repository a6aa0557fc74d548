import { readFileSync } from 'node:fs';
import { Lifecycle, openDatabase } from '@fifteen/runtime';
import { testDatabase } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { log } from './harness.ts';

const migration = readFileSync(new URL('../migrations/0003_places.sql', import.meta.url), 'utf8');
const lifecycle = new Lifecycle(log);
let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase('room');
});
afterAll(async () => {
  await lifecycle.stop();
  await database.drop();
});

test('gives participants without a place the first free one of their role', async () => {
  const sql = openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, { log, lifecycle });
  await sql.query(`ALTER TABLE participant ALTER COLUMN place DROP NOT NULL`);
  await sql.query(
    `INSERT INTO room (id, code, name, owner_id, status, max_players, private, bet, match_id)
     VALUES ('a', 'AAAAAAAA', 'A', 'ann', 'waiting', 4, false, 0, 'a'), ('b', 'BBBBBBBB', 'B', 'eve', 'waiting', 4, false, 0, 'b')`,
  );
  await sql.query(
    `INSERT INTO participant (user_id, id, room_id, role, place, joined_at) VALUES
       ('bob', '1', 'a', 'player', 2, now()), ('ann', '2', 'a', 'player', NULL, now()),
       ('cid', '3', 'a', 'spectator', 4, now()), ('dan', '4', 'a', 'spectator', NULL, now() - interval '2 s'),
       ('fay', '5', 'a', 'spectator', NULL, now() - interval '1 s'), ('eve', '6', 'b', 'player', NULL, now())`,
  );
  await sql.query(migration);
  const { rows } = await sql.query(`SELECT user_id, place FROM participant ORDER BY room_id, place`);
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    ...['ann 1', 'bob 2', 'dan 3', 'cid 4', 'fay 5'],
    'eve 1',
  ]);
  await expect(
    sql.query(`INSERT INTO participant (user_id, id, room_id, role) VALUES ('gus', '7', 'b', 'player')`),
  ).rejects.toMatchObject({ code: '23502' });
});
