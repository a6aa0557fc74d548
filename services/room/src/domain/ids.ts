import { gameId, roomId, type GameId, type RoomId } from '@fifteen/domain';
import { v5 } from 'uuid';

const NAMESPACE = 'b7e23c86-6f4f-4f0e-9a55-6f1f3a0c1d15';

/** Returns the game id of a room's round: a repeated start names the same game. */
export const gameIdOf = (room: RoomId, round: number): GameId => gameId(v5(`${room}/${round}`, NAMESPACE));

/** Returns the room id of a match: a repeated match names the same room. */
export const roomIdOfMatch = (matchId: string): RoomId => roomId(v5(`match/${matchId}`, NAMESPACE));
