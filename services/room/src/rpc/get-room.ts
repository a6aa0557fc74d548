import type { GetRoomRequest, GetRoomResponse } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { findRoomByCode, loadRoom } from '../db/rooms.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import { assertAllowed } from '../domain/permissions.ts';

/**
 * Returns a room, by its id or its code, to a user who may see it.
 * @throws ROOM_NOT_FOUND, for outsiders too
 */
export async function getRoom(
  { db }: AppContext,
  { roomId, code, viewerId }: GetRoomRequest,
): Promise<GetRoomResponse> {
  const id = code ? await findRoomByCode(db, code) : roomId;
  if (!id) throw new AppError('ROOM_NOT_FOUND');
  assertAllowed('view', await loadSnapshot(db, id, viewerId));
  return { room: await loadRoom(db, id) };
}
