import type { Rematch } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { finishRematch, toRematch, type RematchRow } from '../db/rematches.ts';
import { insertRound, loadLastRound } from '../db/rounds.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { startCountdown } from './countdown.ts';

/** Result of a command on a rematch request. */
export interface RematchResult {
  rematch: RematchRow;
  /** The round that both players agreed to. */
  round?: number;
  /** The request was answered the same way before. */
  repeated?: true;
}

/** Accepts a request and inserts the agreed round, with the seats swapped. */
export async function agreeRematch(
  sql: Sql,
  notifications: PendingNotifications,
  rematch: RematchRow,
): Promise<RematchResult> {
  const last = await loadLastRound(sql, rematch.room_id);
  if (last?.gameId !== rematch.game_id) throw rematchNotFound();
  const accepted = await finishRematch(sql, notifications, rematch, 'accepted');
  const xPlayerId = last.xPlayerId ? last.playerIds.find((id) => id !== last.xPlayerId) : undefined;
  const round = await insertRound(sql, rematch.room_id, {
    ...{ status: 'agreed', playerIds: last.playerIds },
    ...(xPlayerId ? { xPlayerId } : {}),
  });
  return { rematch: accepted, round };
}

/** Returns the request of a committed result. Starts the countdown to an agreed round. */
export function completeRematch(context: AppContext, { rematch, round }: RematchResult): Rematch {
  if (round) startCountdown(context, { roomId: rematch.room_id, round, gameId: rematch.game_id });
  return toRematch(rematch);
}

/** Returns the error of a request that is another user's, or has lapsed. */
export const rematchNotFound = () => new AppError('PLAY_AGAIN_NOT_FOUND');
/** Returns the error of a request whose other player has left the room. */
export const opponentLeft = () => new AppError('OPPONENT_LEFT');
