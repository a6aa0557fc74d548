import { randomUUID } from 'node:crypto';
import { createLog, Lifecycle, openDatabase, sqlState, type Database } from '@fifteen/runtime';
import { testDatabase, type TestDatabase } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const lifecycle = new Lifecycle(createLog('test', 'silent'));
let database: TestDatabase;
let service: Database;
let owner: Database;
const over = randomUUID();
const open = randomUUID();

beforeAll(async () => {
  database = await testDatabase('game');
  const context = { log: createLog('test', 'silent'), lifecycle };
  service = openDatabase({ service: 'test', url: database.url, pool: 1 }, context);
  owner = openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, context);
  await service.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, moves, version, winner, condition, started_at,
       last_move_at, finished_at, settled_at)
     VALUES ($1, 'r', 1, 'ann', 'ben', 0, 'finished', '{1,2,6,3,11}', 5, 'X', 'vertical', now(), now(), now(), now())`,
    [over],
  );
  await service.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, started_at, turn_deadline, due_at)
     VALUES ($1, 'r', 2, 'ann', 'ben', 5000, 'active', now(), now(), now())`,
    [open],
  );
  await service.query(`INSERT INTO active_player VALUES ('ann', $1)`, [open]);
  await service.query(`INSERT INTO move VALUES ($1, 1, 4, 'X', false, now())`, [open]);
});
afterAll(async () => {
  await lifecycle.stop();
  await database.drop();
});

/** Changes of the active game that would leave it in an invalid state. */
const INVALID_CHANGES = {
  'a cell beyond the board': `moves = '{16}', version = 1, last_move_at = now()`,
  'an empty cell': `moves = '{NULL}', version = 1, last_move_at = now()`,
  'more moves than versions': `moves = '{1}', last_move_at = now()`,
  'a sixteenth move': `moves = '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,1}', version = 16, last_move_at = now()`,
  'moves without an instant': `moves = '{1}', version = 1`,
  'a winner while it is open': `winner = 'X'`,
  'a condition while it is open': `condition = 'draw'`,
  'an open game without a clock': `turn_deadline = NULL`,
  'an active game without a due time': `due_at = NULL, settled_at = now()`,
  'an end without an instant': `status = 'finished', condition = 'draw', turn_deadline = NULL`,
  'an end without a condition': `status = 'finished', finished_at = now(), turn_deadline = NULL`,
  'a draw with a winner': `status = 'finished', condition = 'draw', winner = 'X', finished_at = now(), turn_deadline = NULL`,
  'a line without a winner': `status = 'finished', condition = 'diagonal', finished_at = now(), turn_deadline = NULL`,
  'a winner who left': `status = 'abandoned', condition = 'abandonment', abandoned_by = 'ann', winner = 'X',
    finished_at = now(), turn_deadline = NULL`,
  'a leaver who is not a player': `status = 'abandoned', condition = 'abandonment', abandoned_by = 'cat', winner = 'X',
    finished_at = now(), turn_deadline = NULL`,
  'a game called off after it opened': `status = 'cancelled', cancel_reason = 'CALLED_OFF', finished_at = now(),
    turn_deadline = NULL`,
  'an unknown status': `status = 'paused'`,
};

test.each(Object.entries(INVALID_CHANGES))('the database rejects %s', async (_, change) => {
  const attempt = service.query(`UPDATE game SET ${change} WHERE id = $1`, [open]);
  expect(await attempt.then(() => 'written', sqlState)).toBe('23514');
});

const TERMS = ['x_user', 'o_user', 'bet', 'room_id', 'round', 'id', 'created_at'];
test.each(TERMS)('the service cannot change the %s of a game', async (column) => {
  const attempt = service.query(`UPDATE game SET ${column} = ${column} WHERE id = $1`, [open]);
  expect(await attempt.then(() => 'written', sqlState)).toBe('42501');
});

test.each([
  ['rewrite a move', `UPDATE move SET position = 5`, '42501'],
  ['delete a move', `DELETE FROM move`, '42501'],
  ['delete a game', `DELETE FROM game`, '42501'],
  ['make the same ply twice', `INSERT INTO move VALUES ('${open}', 1, 9, 'X', false, now())`, '23505'],
  ['take the same cell twice', `INSERT INTO move VALUES ('${open}', 2, 4, 'O', false, now())`, '23505'],
  ['move out of turn', `INSERT INTO move VALUES ('${open}', 2, 9, 'X', false, now())`, '23514'],
  ['open with the centre', `INSERT INTO move VALUES ('${over}', 1, 8, 'X', false, now())`, '23514'],
  ['be in two games', `INSERT INTO active_player VALUES ('ann', '${over}')`, '23505'],
  ['bind a bot', `INSERT INTO active_player VALUES ('player_ada', '${open}')`, '23514'],
  ['have a second clock', `INSERT INTO game_clock (tick_at) VALUES (now())`, '42501'],
])('the service cannot %s', async (_, statement, state) => {
  expect(await service.query(statement).then(() => 'written', sqlState)).toBe(state);
});

test.each([
  [`winner = 'O'`],
  [`moves = moves || '{15}'::smallint[], version = 6`],
  [
    `status = 'active', winner = NULL, condition = NULL, finished_at = NULL, settled_at = NULL, due_at = now(),
    turn_deadline = now()`,
  ],
])('rejects a change of a game that is over, also by the owner of the table: %s', async (change) => {
  const attempt = owner.query(`UPDATE game SET ${change} WHERE id = $1`, [over]);
  expect(await attempt.then(() => 'written', sqlState)).toBe('23000');
});

test('rejects a bot that plays for coins', async () => {
  const attempt = service.query(
    `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, due_at)
     VALUES (gen_random_uuid(), 'r', 1, 'ann', 'player_ada', 5000, 'funding', now())`,
  );
  expect(await attempt.then(() => 'written', sqlState)).toBe('23514');
});
