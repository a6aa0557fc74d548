import type { RequestRematchRequest, RequestRematchResponse } from '@fifteen/proto/room';
import { isBot, type RoomId, type UserId } from '@fifteen/domain';
import { AppError, type Call, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockRoom } from '../db/locks.ts';
import {
  insertRematch,
  lockRematchesOfGame,
  REMATCH_COLUMNS,
  finishRematch,
  notifyBothPlayers,
  toRematch,
  type RematchRow,
} from '../db/rematches.ts';
import { loadLastRound } from '../db/rounds.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { assertAllowed } from '../domain/permissions.ts';
import { roleOf, type RoomSnapshot } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';
import {
  agreeRematch,
  completeRematch,
  opponentLeft,
  type RematchResult,
} from '../workflows/agree-rematch.ts';
import { assertStake } from '../workflows/check-stake.ts';
import { loadReconciledSnapshot } from '../workflows/reconcile-games.ts';

/**
 * Requests a rematch of a room's last game. If the opponent has requested it already, both have agreed. A further attempt
 * of the caller returns the pending request and notifies both players of it again.
 * @throws GAME_NOT_FOUND, NOT_A_PLAYER, OPPONENT_LEFT, PLAY_AGAIN_EXISTS, PLAY_AGAIN_AGREED, INSUFFICIENT_COINS,
 * STAKE_LIMIT, GAME_RUNNING, NOT_LAST_GAME, NOT_YOUR_OPPONENT, OPPONENT_IS_COMPUTER, SERVICE_UNAVAILABLE
 */
export async function requestRematch(
  context: AppContext,
  request: RequestRematchRequest,
  { isRepeat = false }: Call,
): Promise<RequestRematchResponse> {
  const { gameId, requesterId } = request;
  const { rows } = await context.db.query<{ room_id: RoomId }>(
    `SELECT room_id FROM round WHERE game_id = $1`,
    [gameId],
  );
  const roomId = rows[0]?.room_id;
  if (!roomId) throw new AppError('GAME_NOT_FOUND');
  const before = await loadReconciledSnapshot(context, roomId, requesterId);
  const agreed = await findAgreement(context.db, before, request);
  if (agreed) return { rematch: toRematch(agreed) };
  assertAllowed('requestRematch', before);
  await assertStake(context, requesterId, before.bet);
  const result = await transact(context, 'request-rematch', async (sql, notifications) => {
    await lockRoom(sql, roomId);
    const room = await loadSnapshot(sql, roomId, requesterId);
    const rematch = await findAgreement(sql, room, request);
    if (rematch) return { rematch };
    assertAllowed('requestRematch', room);
    return requestOrAgree(sql, notifications, room, { ...request, isRepeat });
  });
  return { rematch: completeRematch(context, result) };
}

/**
 * Returns the opponent's request that this one agreed to before, while the game of it is starting or running. The caller
 * may have lost the response and repeats the request.
 */
async function findAgreement(
  sql: Sql,
  room: RoomSnapshot,
  { gameId, requesterId }: RequestRematchRequest,
): Promise<RematchRow | undefined> {
  if (roleOf(room, requesterId) !== 'player') return;
  if (room.phase !== 'agreed' && room.phase !== 'playing') return;
  const { rows } = await sql.query<RematchRow>(
    `SELECT ${REMATCH_COLUMNS} FROM rematch_request WHERE game_id = $1 AND requested_id = $2 AND status = 'accepted'`,
    [gameId, requesterId],
  );
  return rows[0];
}

async function requestOrAgree(
  sql: Sql,
  notifications: PendingNotifications,
  room: RoomSnapshot,
  request: RequestRematchRequest & { isRepeat: boolean },
): Promise<RematchResult> {
  const { gameId, requesterId, isRepeat } = request;
  const opponentId = await findOpponent(sql, room, request);
  const rematches = await lockRematchesOfGame(sql, gameId);
  const own = rematches.find((row) => row.requester_id === requesterId);
  if (own && isRepeat) return repeatRequest(notifications, own);
  if (own) throw new AppError('PLAY_AGAIN_EXISTS');
  const received = rematches.find((row) => row.requester_id === opponentId);
  if (roleOf(room, opponentId) !== 'player') throw opponentLeft();
  if (room.phase === 'agreed') throw new AppError('PLAY_AGAIN_AGREED');
  if (received?.status === 'pending' && !received.expired) return agreeRematch(sql, notifications, received);
  if (received?.expired) await finishRematch(sql, notifications, received, 'lapsed');
  const rematch = await insertRematch(sql, notifications, {
    ...{ room_id: room.id, game_id: gameId, requester_id: requesterId, requested_id: opponentId },
  });
  return { rematch };
}

/**
 * Returns the request of an earlier attempt, whose process may have crashed before it notified the players.
 * @throws PLAY_AGAIN_EXISTS for a request that is no longer pending
 */
function repeatRequest(notifications: PendingNotifications, rematch: RematchRow): RematchResult {
  if (rematch.status !== 'pending' || rematch.expired) throw new AppError('PLAY_AGAIN_EXISTS');
  notifyBothPlayers(notifications, rematch);
  return { rematch };
}

/** Returns the opponent of the room's last game, after checking that the request names both. */
async function findOpponent(
  sql: Sql,
  room: RoomSnapshot,
  { gameId, requesterId, requestedId }: RequestRematchRequest,
): Promise<UserId> {
  const last = await loadLastRound(sql, room.id);
  if (last?.gameId !== gameId) throw new AppError('NOT_LAST_GAME');
  if (!last.playerIds.includes(requesterId)) throw new AppError('NOT_A_PLAYER');
  const opponentId = last.playerIds.find((id) => id !== requesterId);
  if (opponentId && isBot(opponentId)) throw new AppError('OPPONENT_IS_COMPUTER');
  if (!opponentId || requestedId !== opponentId) throw new AppError('NOT_YOUR_OPPONENT');
  return opponentId;
}
