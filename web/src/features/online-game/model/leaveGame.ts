import { useOnlineGame } from './store.ts';
import { isSpectator, knownParticipants, useRoom } from '@/entities/room/room.ts';

/**
 * Leaves the game: a spectator leaves the room too and returns to the computer; a player confirms first. Returns
 * whether that was all: otherwise the caller leaves the room.
 */
export function leaveGame(userId: string): boolean {
  const { onlineGame, leaveTo } = useOnlineGame.getState();
  const watching = isSpectator(knownParticipants(useRoom.getState().room), userId);
  leaveTo(watching ? 'ai' : 'lobby');
  return watching || onlineGame?.phase === 'playing';
}
