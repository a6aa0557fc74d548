import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { findRoomOfUser } from '../db/participants.ts';
import { forfeitAndLeave } from '../workflows/leave-room.ts';

/**
 * Removes a deleted user from their room, so that they lose a running game. Leaving calls the game service and has
 * transactions of its own; a repeat changes nothing.
 */
export const userDeleted: EventHandler<'userDeleted', AppContext> = async (context, _sql, { userId }) => {
  const roomId = await findRoomOfUser(context.db, userId);
  if (roomId) await forfeitAndLeave(context, roomId, userId);
};
