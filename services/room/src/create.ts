import { randomUUID } from 'node:crypto';
import type { CreateRequest, RoomState } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import { z } from 'zod';
import { takePlace } from './join.ts';
import { leaveOtherRooms } from './leave.ts';
import { lockMovers } from './locks.ts';
import { commit } from './news.ts';
import type { Parts } from './parts.ts';
import { insertRoom, loadRoom } from './rooms.ts';
import { whenFree } from './rounds.ts';
import { requireStake } from './stake.ts';

const bounds = z.object({
  ownerId: z.string().min(1),
  requestId: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(40),
  maxPlayers: z.literal([2, 4]),
  bet: z.literal([0, 5_000, 50_000, 250_000, 1_000_000, 10_000_000]),
  private: z.boolean(),
});

/**
 * Opens a room with its owner as a player, once for each owner and request id: a repeat answers that room as long as
 * the owner is in it. Whatever room they were in is left. Errors: INVALID, INSUFFICIENT_COINS, STAKE_LIMIT,
 * ALREADY_IN_GAME, NOT_FOUND (a repeat of what is over), SERVICE_UNAVAILABLE.
 */
export async function createRoom(parts: Parts, request: CreateRequest): Promise<RoomState> {
  const { data: wish, error } = bounds.safeParse(request);
  if (!wish) throw new AppError('INVALID', error.issues[0]?.message ?? 'Invalid room');
  if (!(await roomOfRequest(parts.db, wish))) await requireStake(parts, wish.ownerId, wish.bet);
  const roomId = await whenFree(parts, [wish.ownerId], () =>
    commit(parts, 'create', async (sql, news) => {
      await lockMovers(sql, [wish.ownerId]);
      const made = await roomOfRequest(sql, wish);
      if (made) return made;
      await leaveOtherRooms(sql, news, [wish.ownerId]);
      const id = randomUUID();
      await insertRoom(sql, { ...wish, id });
      await takePlace(sql, id, wish.ownerId, 'player');
      return id;
    }),
  );
  return loadRoom(parts.db, roomId);
}

async function roomOfRequest(
  sql: Sql,
  { ownerId, requestId }: { ownerId: string; requestId: string },
): Promise<string | undefined> {
  const { rows } = await sql.query<{ id: string; inside: boolean }>(
    `SELECT id, EXISTS (SELECT 1 FROM participant WHERE room_id = room.id AND user_id = $1) AS inside
     FROM room WHERE creator_id = $1 AND request_id = $2`,
    [ownerId, requestId],
  );
  const [room] = rows;
  if (room && !room.inside) throw new AppError('NOT_FOUND', 'Room not found');
  return room?.id;
}
