import type { StartGameRequest, StartGameResponse } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockRoom } from '../db/locks.ts';
import { lockPendingRematches, finishRematch } from '../db/rematches.ts';
import { insertRound } from '../db/rounds.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import { assertAllowed } from '../domain/permissions.ts';
import { playersOf } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';
import { loadReconciledSnapshot } from '../workflows/reconcile-games.ts';
import { startRound } from '../workflows/start-round.ts';

/**
 * Starts a room's next game, or returns the running one. The owner consents by starting, the other player by having sat
 * down. After a game, both players agree to a rematch first.
 * @throws ROOM_NOT_FOUND, NOT_ROOM_OWNER, ROOM_NOT_READY, CONSENT_MISSING, INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME,
 * GAME_CANCELLED, SERVICE_UNAVAILABLE
 */
export async function startGame(
  context: AppContext,
  { roomId, userId }: StartGameRequest,
): Promise<StartGameResponse> {
  assertAllowed('start', await loadReconciledSnapshot(context, roomId, userId));
  const round = await transact(context, 'start-game', async (sql, notifications) => {
    await lockRoom(sql, roomId);
    const room = await loadSnapshot(sql, roomId, userId);
    assertAllowed('start', room);
    if (room.round) return room.round.round;
    const players = playersOf(room);
    const other = players.find((player) => player.userId !== userId);
    if (!other) throw new AppError('ROOM_NOT_READY');
    if (!other.agreed) throw new AppError('CONSENT_MISSING');
    // Both players consent to the next game, which is what a pending request asks for.
    for (const rematch of await lockPendingRematches(sql, roomId))
      await finishRematch(sql, notifications, rematch, 'accepted');
    return insertRound(sql, roomId, { status: 'starting', playerIds: players.map((p) => p.userId) });
  });
  const { game } = await startRound(context, roomId, round);
  return { game };
}
