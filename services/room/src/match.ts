import { randomUUID } from 'node:crypto';
import type { CreateMatchRequest, MatchAnswer } from '@fifteen/proto/room';
import { AppError, failpoint, isAppError, sqlState, type Sql } from '@fifteen/runtime';
import { gameIdOf, isBot, roomIdOf } from './ids.ts';
import { leaveOtherRooms } from './leave.ts';
import type { Parts } from './parts.ts';
import { loadRoom, newCode } from './rooms.ts';
import { catchUp, startRound } from './rounds.ts';

/**
 * Makes the room of a match, once, and starts its game. Whoever is still in another room leaves it, unless a game runs
 * there. A repeat of a match finds its room and goes on from where it stopped.
 * Errors: ALREADY_IN_GAME, INSUFFICIENT_COINS (the match is off for ever), INVALID.
 */
export async function createMatch(parts: Parts, request: CreateMatchRequest): Promise<MatchAnswer> {
  const [first, second] = request.playerIds;
  if (!first || !second || first === second || request.playerIds.length !== 2) {
    throw new AppError('INVALID', 'A match needs two different players');
  }
  if (request.bet !== 0 && request.playerIds.some(isBot)) {
    throw new AppError('INVALID', 'A computer opponent never plays for coins');
  }
  const roomId = roomIdOf(request.matchId);
  const left = await writeWhenFree(parts, roomId, request);
  failpoint('room.match.after-commit');
  for (const id of left)
    parts.push.toRoom(id, { $case: 'room', value: { room: await loadRoom(parts.db, id) } });
  const game = await startRound(parts, roomId, 1);
  return { room: await loadRoom(parts.db, roomId), game };
}

/** Somebody who seems to be in a game may have ended it a moment ago: then the game service knows first. */
async function writeWhenFree(parts: Parts, roomId: string, request: CreateMatchRequest): Promise<string[]> {
  const write = (): Promise<string[]> =>
    parts.db.tx((sql) => writeMatch(sql, roomId, request)).catch(lostRace);
  try {
    return await write();
  } catch (error) {
    if (!isAppError(error, 'ALREADY_IN_GAME')) throw error;
    await catchUp(parts, request.playerIds);
    return write();
  }
}

/** Writes room, participants and first round; answers the rooms its players left for it. */
async function writeMatch(sql: Sql, roomId: string, request: CreateMatchRequest): Promise<string[]> {
  const { rowCount } = await sql.query(
    `INSERT INTO room (id, code, name, owner_id, status, max_players, private, bet, match_id)
     VALUES ($1, $2, 'Game Room', $3, 'waiting', 2, true, $4, $5) ON CONFLICT (match_id) DO NOTHING`,
    [roomId, newCode(), request.playerIds.find((id) => !isBot(id)), request.bet, request.matchId],
  );
  if (rowCount === 0) return [];
  const left = await leaveOtherRooms(sql, request.playerIds.filter((id) => !isBot(id)).toSorted());
  for (const userId of request.playerIds) {
    await sql.query(`INSERT INTO participant (user_id, id, room_id, role) VALUES ($1, $2, $3, 'player')`, [
      userId,
      randomUUID(),
      roomId,
    ]);
  }
  await sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids) VALUES ($1, 1, $2, 'starting', $3)`,
    [roomId, gameIdOf(roomId, 1), request.playerIds],
  );
  return left;
}

/** Two matches wrote the same person at once: the second finds the place taken. */
function lostRace(error: unknown): never {
  if (sqlState(error) === '23505') throw new AppError('ALREADY_IN_GAME', 'You are already in a game');
  throw error;
}

/** Was this match made? Asked before its players go back to the queue. */
export async function matchExists(parts: Parts, matchId: string): Promise<boolean> {
  const { rowCount } = await parts.db.query(`SELECT 1 FROM room WHERE match_id = $1`, [matchId]);
  return rowCount === 1;
}
