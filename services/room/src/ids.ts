import { v5 } from 'uuid';

const NAMESPACE = 'b7e23c86-6f4f-4f0e-9a55-6f1f3a0c1d15';

/** The game of a room's round: a repeated start names the same game. */
export const gameIdOf = (roomId: string, round: number): string => v5(`${roomId}/${round}`, NAMESPACE);

/** The room of a match, so that a repeated match names the same room. */
export const roomIdOf = (matchId: string): string => v5(`match/${matchId}`, NAMESPACE);

/** A bot's id; bots are in no table of people and never play for coins. */
export const isBot = (userId: string): boolean => userId.startsWith('player_');
