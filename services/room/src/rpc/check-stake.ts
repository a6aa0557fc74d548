import type { CheckStakeResponse, CheckStakeRequest } from '@fifteen/proto/room';
import type { UserId } from '@fifteen/domain';
import type { AppContext } from '../context.ts';
import { lockUsersAndRooms } from '../db/locks.ts';
import { isParticipant } from '../db/participants.ts';
import { transact } from '../db/transaction.ts';
import { assertFreeToPlay } from '../workflows/check-stake.ts';
import { leaveRooms, loadParticipations } from '../workflows/leave-room.ts';
import { retryAfterGames } from '../workflows/reconcile-games.ts';

/**
 * Checks that no game of a user runs or starts, and that they can pay this bet and are allowed to. A user who starts a
 * search then leaves the room, unless they have left or entered it since.
 * @throws ALREADY_IN_GAME, INSUFFICIENT_COINS, STAKE_LIMIT, SERVICE_UNAVAILABLE
 */
export async function checkStake(
  context: AppContext,
  { userId, bet, participantId }: CheckStakeRequest,
): Promise<CheckStakeResponse> {
  await assertFreeToPlay(context, userId, bet);
  if (participantId) await endStay(context, userId, participantId);
  return {};
}

/**
 * Removes a user from the room of this stay, if it is their present one.
 * @throws ALREADY_IN_GAME
 */
async function endStay(context: AppContext, userId: UserId, participantId: string): Promise<void> {
  await retryAfterGames(context, [userId], () =>
    transact(context, 'leave-for-search', async (sql, notifications) => {
      await lockUsersAndRooms(sql, [userId]);
      if (await isParticipant(sql, userId, participantId))
        await leaveRooms(sql, notifications, await loadParticipations(sql, [userId]));
    }),
  );
}
