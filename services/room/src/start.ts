import type { GameState } from '@fifteen/proto/game';
import type { StartRequest } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import { lockRoom } from './locks.ts';
import { commit } from './news.ts';
import type { Parts } from './parts.ts';
import { assertMay } from './rights.ts';
import { applyEnd, insertRound, startRound } from './rounds.ts';
import { playersOf, situationOf, standingOf } from './situation.ts';

/**
 * Starts a room's next game, or answers the one that runs; see the RPC. The owner's start is their consent, the other's
 * is that they sat down; once a game was played both have agreed to another first. Errors: NOT_FOUND, NOT_ROOM_OWNER,
 * ROOM_NOT_READY, CONSENT_MISSING, INSUFFICIENT_COINS, ALREADY_IN_GAME, SERVICE_UNAVAILABLE.
 */
export async function startGame(parts: Parts, { roomId, userId }: StartRequest): Promise<GameState> {
  const before = await situationOf(parts.db, roomId);
  assertMay('start', await standingOf(parts.db, before, userId), before.phase);
  // A game that seems to run may be over, and this is meant to start the next.
  if (before.phase === 'playing' && before.round) await applyEnd(parts, before.round.gameId).catch(notYet);
  const round = await commit(parts, 'start', async (sql) => {
    await lockRoom(sql, roomId);
    const now = await situationOf(sql, roomId);
    assertMay('start', await standingOf(sql, now, userId), now.phase);
    if (now.round) return now.round.round;
    const players = playersOf(now);
    const other = players.find((player) => player.userId !== userId);
    if (!other) throw new AppError('ROOM_NOT_READY', 'Somebody has to join first');
    if (!other.agreed)
      throw new AppError('CONSENT_MISSING', 'The other player has not agreed to this game yet');
    return insertRound(sql, roomId, { status: 'starting', playerIds: players.map((p) => p.userId) });
  });
  return startRound(parts, roomId, round);
}

/** A round that is only being started has no game yet. */
function notYet(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
}
