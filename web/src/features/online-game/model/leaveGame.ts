import { useOnline } from './store.ts';
import { isSpectator, useRoom } from '@/entities/room/room.ts';

/**
 * Gets up from the table: who watches goes back to the computer, and out of the room with it; who plays is asked first.
 * Returns whether that is all there is to do: else the room itself is still to be left.
 */
export function leaveGame(userId: string): boolean {
  const { table, leaveFor } = useOnline.getState();
  const watching = isSpectator(useRoom.getState().room, userId);
  leaveFor(watching ? 'ai' : 'lobby');
  return watching || table?.phase === 'playing';
}
