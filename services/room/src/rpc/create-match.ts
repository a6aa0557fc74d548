import type { CreateMatchRequest, CreateMatchResponse } from '@fifteen/proto/room';
import { isBot, type RoomId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockUsersAndRooms } from '../db/locks.ts';
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

/**
 * Creates the room of a match, once, and starts its game. A player who is in another room leaves it, unless a game runs
 * there. A repeat resumes where the last call stopped. A computer player is announced first: then the response has no
 * game, and the game starts after `announceMs`.
 * @throws ALREADY_IN_GAME, INSUFFICIENT_COINS, STAKE_LIMIT (the match is cancelled for good), INVALID
 */
export async function createMatch(
  context: AppContext,
  request: CreateMatchRequest,
): Promise<CreateMatchResponse> {
  assertValid(request);
  const roomId = roomIdOfMatch(request.matchId);
  const users = request.playerIds.filter((id) => !isBot(id));
  const hasBot = users.length < 2;
  const stored = await retryAfterGames(context, users, () =>
    transact(context, 'create-match', (sql, notifications) =>
      insertMatch(sql, notifications, roomId, request),
    ),
  );
  if (hasBot) {
    startAfterAnnouncement(context, { roomId, round: 1 });
    return { room: await loadRoom(context.db, roomId), game: undefined };
  }
  const { game, room } = await startRound(context, roomId, 1, stored);
  return { room: room ?? (await loadRoom(context.db, roomId)), game };
}

function assertValid({ playerIds, bet }: CreateMatchRequest): void {
  const [first, second] = playerIds;
  if (!first || !second || first === second || playerIds.length !== 2) {
    throw new AppError('INVALID', { reason: 'A match needs two different players' });
  }
  if (bet !== 0 && playerIds.some(isBot)) {
    throw new AppError('INVALID', { reason: 'A computer player never plays for coins' });
  }
}

/**
 * Inserts room, participants and first round, which it returns; undefined when the match has them already. Notifies the
 * player who meets a computer player.
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
  const room = { id: roomId, name: 'Game Room', ownerId, maxPlayers: 2, private: true, bet };
  const [isNew, , participations] = await Promise.all([
    insertRoom(sql, { ...room, matchId }),
    lockUsersAndRooms(sql, users),
    loadParticipations(sql, users),
  ]);
  if (!isNew) return undefined;
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
