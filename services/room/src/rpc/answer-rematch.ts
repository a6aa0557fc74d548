import type { RoomId } from '@fifteen/domain';
import type { AnswerRematchRequest, AnswerRematchResponse } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockRoom } from '../db/locks.ts';
import { lockRematch, finishRematch, type RematchRow } from '../db/rematches.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { assertAllowed } from '../domain/permissions.ts';
import { roleOf, type RoomSnapshot } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';
import {
  agreeRematch,
  completeRematch,
  opponentLeft,
  rematchNotFound,
  type RematchResult,
} from '../workflows/agree-rematch.ts';
import { assertStake } from '../workflows/check-stake.ts';

/**
 * Answers a rematch request. Accepting it stores the next round and starts the countdown to it.
 * @throws PLAY_AGAIN_NOT_FOUND (also expired), ALREADY_ANSWERED, OPPONENT_LEFT, INSUFFICIENT_COINS,
 * STAKE_LIMIT, SERVICE_UNAVAILABLE
 */
export async function answerRematch(
  context: AppContext,
  { requestId, userId, accept }: AnswerRematchRequest,
): Promise<AnswerRematchResponse> {
  const { rows } = await context.db.query<{ room_id: RoomId; bet: number; pending: boolean }>(
    `SELECT room_id, bet, rematch_request.status = 'pending' AS pending FROM rematch_request JOIN room ON room.id = room_id
     WHERE rematch_request.id = $1 AND requested_id = $2`,
    [requestId, userId],
  );
  const [found] = rows;
  if (!found) throw rematchNotFound();
  if (accept && found.pending) await assertStake(context, userId, found.bet);
  const command = accept ? 'accept-rematch' : 'reject-rematch';
  const result = await transact(context, command, async (sql, notifications) => {
    await lockRoom(sql, found.room_id);
    const room = await loadSnapshot(sql, found.room_id, userId);
    assertAllowed('answerRematch', room);
    return answer(sql, notifications, room, await lockRematch(sql, requestId), accept);
  });
  return { rematch: completeRematch(context, result), repeatedAnswer: result.repeated ?? false };
}

async function answer(
  sql: Sql,
  notifications: PendingNotifications,
  room: RoomSnapshot,
  rematch: RematchRow,
  accept: boolean,
): Promise<RematchResult> {
  const expectedStatus = accept ? 'accepted' : 'rejected';
  if (rematch.status === expectedStatus) return { rematch, repeated: true };
  if (rematch.status === 'accepted' || rematch.status === 'rejected') throw new AppError('ALREADY_ANSWERED');
  if (roleOf(room, rematch.requester_id) !== 'player') throw opponentLeft();
  if (rematch.status === 'lapsed' || rematch.expired) throw rematchNotFound();
  return accept
    ? agreeRematch(sql, notifications, rematch)
    : { rematch: await finishRematch(sql, notifications, rematch, 'rejected') };
}
