import { randomUUID } from 'node:crypto';
import { toGameId, type RoomId } from '@fifteen/domain';
import { RoomStatus } from '@fifteen/proto/room';
import { expect, test } from 'vitest';
import { newUserId, openHarness, roomWithPlayers } from './harness.ts';

/** Friendly games need no economy service, so none is started. */
const { harness, rooms, roomOf } = openHarness({ withEconomy: false });

/** Creates a room with two players whose last change was so many minutes ago: by default, a game has ended. */
async function idleRoom(minutes: number, status: 'active' | 'waiting' = 'active') {
  const players = [newUserId(), newUserId()] as const;
  const { id } = await roomWithPlayers(harness, players);
  await harness.sql.query(
    `UPDATE room SET status = $3, updated_at = now() - make_interval(mins => $2) WHERE id = $1`,
    [id, minutes, status],
  );
  return { id, players };
}

/** Inserts a round that no job starts: it changed in the future. */
const insertRound = (roomId: RoomId, players: readonly string[], status: 'agreed' | 'starting') =>
  harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 1, $2, $3, $4, now() + interval '1 hour')`,
    [roomId, toGameId(randomUUID()), status, players],
  );

test('ends the pending rematch request of a room that it closes, without a push of its own', async () => {
  const { id, players } = await idleRoom(31);
  const [requester, requested] = players;
  const gameId = toGameId(randomUUID());
  await harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids) VALUES ($1, 1, $2, 'over', $3)`,
    [id, gameId, players],
  );
  await harness.sql.query(
    `INSERT INTO rematch_request (id, room_id, game_id, requester_id, requested_id) VALUES ($2, $1, $2, $3, $4)`,
    [id, gameId, requester, requested],
  );
  await harness.startReplica();
  await expect.poll(() => harness.received(`room.${id}`, 'roomEnded')).toEqual([{ roomId: id }]);
  expect((await rooms.listRematches({ userId: requested })).rematches).toEqual([]);
  const { rows } = await harness.sql.query(`SELECT status FROM rematch_request WHERE room_id = $1`, [id]);
  expect(rows).toEqual([{ status: 'lapsed' }]);
  expect(harness.received(`user.${requester}`, 'rematch')).toEqual([]);
});

test('closes a room half an hour after its last change, unless a round of it is agreed or starts', async () => {
  const [idle, recent, agreed, starting] = [
    ...[await idleRoom(31), await idleRoom(29)],
    ...[await idleRoom(31), await idleRoom(31)],
  ];
  await insertRound(agreed!.id, agreed!.players, 'agreed');
  await insertRound(starting!.id, starting!.players, 'starting');
  await harness.startReplica();
  await expect.poll(() => roomOf(idle!.players[0])).toBeUndefined();
  for (const { id, players } of [recent!, agreed!, starting!])
    expect(await roomOf(players[1])).toMatchObject({ id, status: RoomStatus.ACTIVE });
});

test('closes a room without a game a day after its last change', async () => {
  const day = 24 * 60;
  const [idle, recent] = [await idleRoom(day + 1, 'waiting'), await idleRoom(day - 1, 'waiting')];
  await harness.startReplica();
  await expect.poll(() => roomOf(idle.players[0])).toBeUndefined();
  expect(await roomOf(recent.players[1])).toMatchObject({ id: recent.id, status: RoomStatus.WAITING });
});
