import type { LeaveRoomResponse, LeaveRoomRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { forfeitAndLeave } from '../workflows/leave-room.ts';

/**
 * Removes a user from a room. A player who leaves a running game loses it first. Returns whether the user is in another
 * room.
 * @throws SERVICE_UNAVAILABLE
 */
export async function leaveRoom(
  context: AppContext,
  { roomId, userId }: LeaveRoomRequest,
): Promise<LeaveRoomResponse> {
  const inOtherRoom = await forfeitAndLeave(context, roomId, userId);
  return { inOtherRoom };
}
