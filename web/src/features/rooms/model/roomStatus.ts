import type { Room } from '@fifteen/contract';

/** Returns the status of the own room. A game that runs on this page counts before the room is updated. */
export const roomStatus = (room: Room, playing: boolean): Room['status'] =>
  playing ? 'playing' : room.status;
