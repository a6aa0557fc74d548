import type { Game, Participant, Room } from '@fifteen/contract';
import { onlineGameHandlers } from '@/features/online-game/index.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { enterRoom } from '@/entities/room/room.ts';
import { useMode } from '@/lib/state/mode.ts';

interface Entry {
  room: Room;
  participants?: Participant[];
  /** The running game of the room. */
  game?: Game;
}

/** Enters the room and its running game, and shows them. */
export function openRoom({ room, participants = room.participants, game }: Entry): void {
  enterRoom(room, participants);
  onlineGameHandlers.clearIfOtherRoom(room.id);
  if (game) onlineGameHandlers.joined(game);
  useMode.getState().setMode('online');
  requestNavigation('/');
}
