import { REQUEST_ID_MAX } from '@fifteen/domain';
import type { StartGameRequest, StartGameResponse } from '@fifteen/proto/room';
import { AppError, parseRequest, type Sql } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { lockRoom } from '../db/locks.ts';
import { lockPendingRematches, finishRematch } from '../db/rematches.ts';
import { insertRound } from '../db/rounds.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import { findRoundOfRequest, recordStartRequest } from '../db/start-requests.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { assertAllowed } from '../domain/permissions.ts';
import { playersOf, type RoomSnapshot } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';
import { loadReconciledSnapshot } from '../workflows/reconcile-games.ts';
import { startRound } from '../workflows/start-round.ts';

/** What a request needs for its repeats. */
const repeatable = z.object({ requestId: z.string().min(1).max(REQUEST_ID_MAX).optional() });

/**
 * Starts a room's next game, or returns the running one. The owner consents by starting; the other player by having sat
 * down, while they are online. A rematch that both agreed to is started by either. A repeat of the request returns the game
 * that it got, also for ten minutes after its end: the consent was for one game, and by then another player may have sat
 * down. A game that was called off used no consent: then a repeat starts the next one.
 * @throws INVALID, ROOM_NOT_FOUND, NOT_ROOM_OWNER, ROOM_NOT_READY, CONSENT_MISSING, INSUFFICIENT_COINS, STAKE_LIMIT,
 * ALREADY_IN_GAME, GAME_CANCELLED, SERVICE_UNAVAILABLE
 */
export async function startGame(context: AppContext, request: StartGameRequest): Promise<StartGameResponse> {
  const { roomId, userId } = request;
  parseRequest(repeatable, request);
  assertAllowed('start', await loadReconciledSnapshot(context, roomId, userId));
  const round = await transact(context, 'start-game', async (sql, notifications) => {
    await lockRoom(sql, roomId);
    const room = await loadSnapshot(sql, roomId, userId);
    assertAllowed('start', room);
    const repeated = await findRoundOfRequest(sql, request);
    if (repeated !== undefined) return repeated;
    const next = room.round?.round ?? (await storeRound(sql, notifications, room, request));
    await recordStartRequest(sql, request, next);
    return next;
  });
  const { game } = await startRound(context, roomId, round);
  return { game };
}

/** Stores the next round of a room in which no game runs. Returns its number. */
async function storeRound(
  sql: Sql,
  notifications: PendingNotifications,
  room: RoomSnapshot,
  { userId, offlinePlayerId }: StartGameRequest,
): Promise<number> {
  const players = playersOf(room);
  const other = players.find((player) => player.userId !== userId);
  if (!other) throw new AppError('ROOM_NOT_READY');
  if (!other.agreed || other.userId === offlinePlayerId) throw new AppError('CONSENT_MISSING');
  // Both players consent to the next game, which is what a pending request asks for.
  for (const rematch of await lockPendingRematches(sql, room.id))
    await finishRematch(sql, notifications, rematch, 'accepted');
  return insertRound(sql, room.id, { status: 'starting', playerIds: players.map((p) => p.userId) });
}
