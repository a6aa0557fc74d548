import type { GameState } from '@fifteen/proto/game';
import type { StartRequest } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import { lockRoom } from './locks.ts';
import { commit } from './news.ts';
import type { Parts } from './parts.ts';
import { assertMay } from './rights.ts';
import { insertRound, latestSituation, startRound } from './rounds.ts';
import { playersOf, situationOf } from './situation.ts';

/**
 * Starts a room's next game, or answers the one that runs; see the RPC. The owner's start is their consent, the other's
 * is that they sat down; once a game was played both have agreed to another first. Errors: NOT_FOUND, NOT_ROOM_OWNER,
 * ROOM_NOT_READY, CONSENT_MISSING, INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, SERVICE_UNAVAILABLE.
 */
export async function startGame(parts: Parts, { roomId, userId }: StartRequest): Promise<GameState> {
  assertMay('start', await latestSituation(parts, roomId, userId));
  const round = await commit(parts, 'start', async (sql) => {
    await lockRoom(sql, roomId);
    const now = await situationOf(sql, roomId, userId);
    assertMay('start', now);
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
