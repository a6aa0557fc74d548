import { SearchStatus, type JoinRequest, type JoinResponse } from '@fifteen/proto/matchmaking';
import { AppError, isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { isPermanentStartError, isQuickMatchBet } from '@fifteen/domain';
import type { SearchState } from '../queue/queue.ts';

/** Timeout of calls to room: a searching player waits anyway, so the deadline of the caller is the bound. */
const SLOW = { limitMs: 5_000 };

const STATUS = {
  waiting: SearchStatus.WAITING,
  matched: SearchStatus.MATCHED,
  over: SearchStatus.OVER,
} as const satisfies Record<SearchState, SearchStatus>;

/**
 * Enters the queue and tries to pair at once. Checks whether the user may play, and stake the bet, only to reject a search
 * early: the start of the game decides. The user leaves the room of the stay that the request names. The gateways of the
 * user's sockets learn of the search by a push, because another one may have received the request.
 * @throws INVALID_BET, ALREADY_IN_GAME, INSUFFICIENT_COINS, STAKE_LIMIT, SERVICE_UNAVAILABLE
 */
export async function join(context: AppContext, request: JoinRequest): Promise<JoinResponse> {
  const arrivedAt = performance.now();
  const { queue, matchmaker, push, room } = context;
  const {
    userId,
    bet,
    computer = false,
    reentry: isReentry = false,
    waitedMs,
    searchId,
    participantId,
  } = request;
  if (!isQuickMatchBet(bet)) throw new AppError('INVALID_BET');
  try {
    // A game against the computer has no stake.
    await room.checkStake({ userId, bet: computer ? 0 : bet, participantId }, SLOW);
  } catch (error) {
    // The request may be repeated because its response was lost: the search that its user is rejected from has begun.
    if (isAppError(error) && isPermanentStartError(error.code) && searchId && !isReentry)
      await queue.cancel(userId, searchId, true);
    throw error;
  }
  const arrivedMsAgo = performance.now() - arrivedAt;
  const state = await queue.enqueue(userId, bet, { computer, isReentry, waitedMs, searchId, arrivedMsAgo });
  if (state !== 'over' && !isReentry) push.toUser(userId, { $case: 'searchBegan', value: { bet, computer } });
  if (state === 'waiting') matchmaker.pairSoon(bet);
  return { status: STATUS[state] };
}
