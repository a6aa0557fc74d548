import type { Game, Participant, Room } from '@fifteen/contract';
import { onlineTable } from '@/features/online-game/index.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { enterRoom } from '@/entities/room/room.ts';
import { useMode } from '@/lib/state/mode.ts';

interface Entry {
  room: Room;
  participants?: Participant[];
  /** What is played there. */
  game?: Game;
}

/** Sets the table for the room that the player has entered, and for the game that runs there, and leads to it. */
export function entered({ room, participants = room.participants, game }: Entry): void {
  enterRoom(room, participants);
  onlineTable.setAnew(room.id);
  if (game) onlineTable.watched(game);
  useMode.getState().setMode('online');
  if (location.pathname !== '/') requestNavigation('/');
}
