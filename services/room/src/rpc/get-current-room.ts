import type { GetCurrentRoomResponse, GetCurrentRoomRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { loadRoomOfUser } from '../workflows/load-room.ts';

/** Returns the room that a user is in, with its running or last game. */
export function getCurrentRoom(
  context: AppContext,
  { userId }: GetCurrentRoomRequest,
): Promise<GetCurrentRoomResponse> {
  return loadRoomOfUser(context, userId);
}
