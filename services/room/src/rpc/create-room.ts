import { randomUUID } from 'node:crypto';
import { toRoomId, type RoomId } from '@fifteen/domain';
import type { CreateRoomRequest, CreateRoomResponse } from '@fifteen/proto/room';
import { AppError, parseRequest, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockUsersAndRooms } from '../db/locks.ts';
import { insertParticipant } from '../db/participants.ts';
import { insertRoom, loadRoom } from '../db/rooms.ts';
import { roomSettings } from '../domain/room-settings.ts';
import { transact } from '../db/transaction.ts';
import { assertFreeToPlay } from '../workflows/check-stake.ts';
import { leaveRooms, loadParticipations } from '../workflows/leave-room.ts';
import { retryAfterGames } from '../workflows/reconcile-games.ts';

/** Minutes after which a request id may be used again: clients repeat within seconds, and may restart their numbers. */
const REPEAT_MINUTES = 10;

/**
 * Creates a room with its owner as a player, once for each owner and request id. They leave any other room. A repeat
 * within ten minutes returns the same room while the owner is in it.
 * @throws INVALID, INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, ROOM_NOT_FOUND (a repeat after the owner left),
 * SERVICE_UNAVAILABLE
 */
export async function createRoom(
  context: AppContext,
  request: CreateRoomRequest,
): Promise<CreateRoomResponse> {
  const settings = parseRequest(roomSettings, request);
  const { ownerId, bet } = settings;
  await releaseRequestId(context.db, settings);
  if (!(await findRoomOfRequest(context.db, settings))) await assertFreeToPlay(context, ownerId, bet);
  const roomId = await retryAfterGames(context, [ownerId], () =>
    transact(context, 'create-room', async (sql, notifications) => {
      await lockUsersAndRooms(sql, [ownerId]);
      const existing = await findRoomOfRequest(sql, settings);
      if (existing) return existing;
      await leaveRooms(sql, notifications, await loadParticipations(sql, [ownerId]));
      const id = toRoomId(randomUUID());
      await insertRoom(sql, { ...settings, id });
      await insertParticipant(sql, id, ownerId, 'player');
      return id;
    }),
  );
  return { room: await loadRoom(context.db, roomId) };
}

type RequestKey = Pick<CreateRoomRequest, 'ownerId' | 'requestId'>;

/**
 * Gives a room that is too old for a repeat another request id, which no client sends: a room has a match or a request.
 * A transaction of its own, because one that creates a room locks rooms in the order of their ids.
 */
async function releaseRequestId(db: Sql, { ownerId, requestId }: RequestKey): Promise<void> {
  await db.query(
    `UPDATE room SET request_id = gen_random_uuid()
     WHERE creator_id = $1 AND request_id = $2 AND created_at < now() - make_interval(mins => $3)`,
    [ownerId, requestId, REPEAT_MINUTES],
  );
}

async function findRoomOfRequest(sql: Sql, { ownerId, requestId }: RequestKey): Promise<RoomId | undefined> {
  const { rows } = await sql.query<{ id: RoomId; inside: boolean }>(
    `SELECT id, EXISTS (SELECT 1 FROM participant WHERE room_id = room.id AND user_id = $1) AS inside
     FROM room WHERE creator_id = $1 AND request_id = $2`,
    [ownerId, requestId],
  );
  const [room] = rows;
  if (room && !room.inside) throw new AppError('ROOM_NOT_FOUND');
  return room?.id;
}
