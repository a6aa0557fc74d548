import type { CreateMatchRequest, CreateMatchResponse } from '@fifteen/proto/room';
import { ID_MAX, isBot, QUICK_MATCH_BETS, type RoomId } from '@fifteen/domain';
import { AppError, isAppError, parseRequest, type Sql } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { lockUsersAndRooms } from '../db/locks.ts';
import { callOffMatch, isMatchCalledOff, MATCH_ROOM } from '../db/matches.ts';
import { insertMatchedPlayers } from '../db/participants.ts';
import { insertRoom, loadRoom } from '../db/rooms.ts';
import { insertRound, type RoundRow } from '../db/rounds.ts';
import { gameIdOf, roomIdOfMatch } from '../domain/ids.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { transact } from '../db/transaction.ts';
import { startAfterAnnouncement } from '../workflows/countdown.ts';
import { leaveRooms, loadParticipations } from '../workflows/leave-room.ts';
import { retryAfterGames } from '../workflows/reconcile-games.ts';
import { startRound } from '../workflows/start-round.ts';

/** A match that is stored is started until it succeeds, so that it has nothing which the game service rejects as invalid. */
const validMatch = z.object({
  playerIds: z.array(z.string().min(1).max(ID_MAX)).length(2),
  bet: z.literal(QUICK_MATCH_BETS),
});

/**
 * Creates the room of a match, once, and starts its game. A player who is in another room leaves it, unless a game runs
 * there. A repeat resumes where the last call stopped. A computer player is announced first: then the response has no
 * game, and the game starts after `announceMs`.
 * @throws ALREADY_IN_GAME, INSUFFICIENT_COINS, STAKE_LIMIT (the match is called off for good), GAME_CANCELLED (it was
 * called off before), INVALID
 */
export async function createMatch(
  context: AppContext,
  request: CreateMatchRequest,
): Promise<CreateMatchResponse> {
  assertValid(request);
  const roomId = roomIdOfMatch(request.matchId);
  const hasBot = request.playerIds.some(isBot);
  const stored = await storeMatch(context, roomId, request);
  if (hasBot) {
    startAfterAnnouncement(context, { roomId, round: 1 });
    return { room: await loadRoom(context.db, roomId), game: undefined };
  }
  const { game, room } = await startRound(context, roomId, 1, stored);
  return { room: room ?? (await loadRoom(context.db, roomId)), game };
}

function assertValid(request: CreateMatchRequest): void {
  const { playerIds, bet } = parseRequest(validMatch, request);
  if (playerIds[0] === playerIds[1]) {
    throw new AppError('INVALID', { reason: 'A match needs two different players' });
  }
  if (bet !== 0 && playerIds.some(isBot)) {
    throw new AppError('INVALID', { reason: 'A computer player never plays for coins' });
  }
}

/**
 * Stores a match. Returns its round; undefined when it was stored before. If a player is in a game, the match is called
 * off: its other player searches on, so that a repeat must not create it later.
 * @throws ALREADY_IN_GAME, GAME_CANCELLED
 */
async function storeMatch(
  context: AppContext,
  roomId: RoomId,
  request: CreateMatchRequest,
): Promise<RoundRow | undefined> {
  const users = request.playerIds.filter((id) => !isBot(id));
  try {
    return await retryAfterGames(context, users, () =>
      transact(context, 'create-match', (sql, notifications) =>
        insertMatch(sql, notifications, roomId, request),
      ),
    );
  } catch (error) {
    if (!isAppError(error, 'ALREADY_IN_GAME') || (await callOffMatch(context.db, request.matchId)))
      throw error;
    // A concurrent call of this match has created it.
    return undefined;
  }
}

/**
 * Inserts room, participants and first round, which it returns; undefined when the match has them already. Notifies the
 * player who meets a computer player.
 * @throws ALREADY_IN_GAME, GAME_CANCELLED
 */
async function insertMatch(
  sql: Sql,
  notifications: PendingNotifications,
  roomId: RoomId,
  { playerIds, bet, matchId }: CreateMatchRequest,
): Promise<RoundRow | undefined> {
  const users = playerIds.filter((id) => !isBot(id));
  const [ownerId] = users;
  if (!ownerId) throw new AppError('INVALID', { reason: 'A match needs a person' });
  const hasBot = users.length < 2;
  const room = { ...MATCH_ROOM, id: roomId, ownerId, bet };
  const [isNew, , participations] = await Promise.all([
    insertRoom(sql, { ...room, matchId }),
    lockUsersAndRooms(sql, users),
    loadParticipations(sql, users),
  ]);
  if (!isNew) {
    if (await isMatchCalledOff(sql, matchId)) throw new AppError('GAME_CANCELLED');
    return undefined;
  }
  await leaveRooms(sql, notifications, participations);
  const status = hasBot ? 'agreed' : 'starting';
  await Promise.all([
    insertMatchedPlayers(sql, roomId, playerIds),
    insertRound(sql, roomId, { status, playerIds, number: 1 }),
  ]);
  const round = { game_id: gameIdOf(roomId, 1), status, player_ids: playerIds, x_player_id: null, bet };
  if (!hasBot) return round;
  const state = await loadRoom(sql, roomId);
  for (const userId of users)
    notifications.toUser(userId, { $case: 'match', value: { room: state, game: undefined } });
  return round;
}
