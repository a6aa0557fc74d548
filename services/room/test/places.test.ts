import { toUserId, type UserId } from '@fifteen/domain';
import { Lifecycle, openDatabase, sqlState } from '@fifteen/runtime';
import { testDatabase } from '@fifteen/testkit';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, it } from 'vitest';

const lifecycle = new Lifecycle(log);
let database: Awaited<ReturnType<typeof testDatabase>>;

beforeAll(async () => {
  database = await testDatabase('room');
});
afterAll(async () => {
  await lifecycle.stop();
  await database.drop();
});

it('rejects a participant without a place, in a taken place and in a place of the other role', async () => {
  const sql = openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, { log, lifecycle });
  await sql.query(
    `INSERT INTO room (id, code, name, owner_id, status, max_players, private, bet, match_id)
     VALUES ('a', 'AAAAAAAA', 'A', 'ann', 'waiting', 4, false, 0, 'a')`,
  );
  const enter = (userId: UserId, role: string, place: number | null) =>
    sql
      .query('INSERT INTO participant (user_id, id, room_id, role, place) VALUES ($1, $1, $2, $3, $4)', [
        ...[userId, 'a', role, place],
      ])
      .then(() => 'written', sqlState);
  expect(await enter(toUserId('ann'), 'player', 1)).toBe('written');
  expect(await enter(toUserId('bob'), 'player', null)).toBe('23502');
  expect(await enter(toUserId('bob'), 'player', 1)).toBe('23505');
  expect(await enter(toUserId('bob'), 'player', 3)).toBe('23514');
  expect(await enter(toUserId('bob'), 'spectator', 2)).toBe('23514');
  expect(await enter(toUserId('bob'), 'spectator', 53)).toBe('23514');
  expect(await enter(toUserId('bob'), 'spectator', 3)).toBe('written');
});
