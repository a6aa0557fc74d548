import type { Game, Participant, Room } from '@fifteen/contract';
import { onlineTable } from '@/features/online/model/store.ts';
import { enterRoom } from '@/lib/room.ts';
import { useMode } from '@/state/mode.ts';

interface Entry {
  room: Room;
  participants?: Participant[];
  /** What is played there. */
  game?: Game;
}

/** The person is in a room: the table is set for it, and for the game that runs there. */
export function entered({ room, participants = room.participants, game }: Entry): void {
  enterRoom(room, participants);
  onlineTable.setAnew(room.id);
  if (game) onlineTable.watched(game);
  useMode.getState().setMode('online');
}
