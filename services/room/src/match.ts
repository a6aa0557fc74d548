import type { CreateMatchRequest, MatchAnswer } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import { isBot, roomIdOf } from './ids.ts';
import { takePlace } from './join.ts';
import { leaveOtherRooms } from './leave.ts';
import { lockMovers } from './locks.ts';
import { commit, type News } from './news.ts';
import type { Parts } from './parts.ts';
import { insertRoom, loadRoom } from './rooms.ts';
import { insertRound, startRound, whenFree } from './rounds.ts';

/**
 * Makes the room of a match, once, and starts its game. A player who is still in another room leaves it, unless a game
 * runs there. A repeat finds the room and goes on from where it stopped. A computer opponent is announced first: then the
 * answer has no game yet, and the game starts after `announceMs`.
 * Errors: ALREADY_IN_GAME, INSUFFICIENT_COINS, STAKE_LIMIT (the match is off for ever), INVALID.
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
  const people = request.playerIds.filter((id) => !isBot(id));
  const announced = people.length < 2;
  await whenFree(parts, people, () =>
    commit(parts, 'match', (sql, news) => writeMatch(sql, news, roomId, request)),
  );
  if (announced) {
    parts.countdowns.beginAfter(parts.announceMs, parts, { roomId, round: 1 });
    return { room: await loadRoom(parts.db, roomId), game: undefined };
  }
  const game = await startRound(parts, roomId, 1);
  return { room: await loadRoom(parts.db, roomId), game };
}

/** Writes room, participants and first round; pushes the room to the player who meets a computer. */
async function writeMatch(
  sql: Sql,
  news: News,
  roomId: string,
  { playerIds, bet, matchId }: CreateMatchRequest,
): Promise<void> {
  const people = playerIds.filter((id) => !isBot(id));
  const announced = people.length < 2;
  const room = { id: roomId, name: 'Game Room', ownerId: people[0] ?? '', maxPlayers: 2, private: true, bet };
  if (!(await insertRoom(sql, { ...room, matchId }))) return;
  await lockMovers(sql, people);
  await leaveOtherRooms(sql, news, people);
  for (const userId of playerIds) await takePlace(sql, roomId, userId, 'player');
  await insertRound(sql, roomId, { status: announced ? 'agreed' : 'starting', playerIds });
  if (!announced) return;
  const state = await loadRoom(sql, roomId);
  for (const userId of people)
    news.toUser(userId, { $case: 'match', value: { room: state, game: undefined } });
}

/** Was this match made? Asked before its players go back to the queue. */
export async function matchExists(parts: Parts, matchId: string): Promise<boolean> {
  const { rowCount } = await parts.db.query(`SELECT 1 FROM room WHERE match_id = $1`, [matchId]);
  return rowCount === 1;
}
