import { toGameId, toRoomId, type GameId, type RoomId } from '@fifteen/domain';
import { v5 } from 'uuid';

const NAMESPACE = 'b7e23c86-6f4f-4f0e-9a55-6f1f3a0c1d15';

/** Returns the game id of a room's round: a repeated start names the same game. */
export const gameIdOf = (roomId: RoomId, round: number): GameId =>
  toGameId(v5(`${roomId}/${round}`, NAMESPACE));

/** Returns the room id of a match: a repeated match names the same room. */
export const roomIdOfMatch = (matchId: string): RoomId => toRoomId(v5(`match/${matchId}`, NAMESPACE));
