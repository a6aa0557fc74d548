import type { LeaveRoomResponse, LeaveRoomRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { forfeitAndLeave } from '../workflows/leave-room.ts';

/**
 * Removes a user from a room. A player who leaves a running game loses it first, unless the request forbids that. Returns
 * whether the user is in another room.
 * @throws ALREADY_IN_GAME (if the request forbids to lose a game), SERVICE_UNAVAILABLE
 */
export async function leaveRoom(
  context: AppContext,
  { roomId, userId, unlessPlaying }: LeaveRoomRequest,
): Promise<LeaveRoomResponse> {
  const inOtherRoom = await forfeitAndLeave(context, roomId, userId, unlessPlaying);
  return { inOtherRoom };
}
