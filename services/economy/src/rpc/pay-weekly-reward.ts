import type { PayWeeklyRewardResponse, PayWeeklyRewardRequest } from '@fifteen/proto/economy';
import { WEEKLY_ENTRIES } from '@fifteen/domain';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { walletCommand } from '../db/wallets.ts';
import { ownerId, weekFields } from '../domain/requests.ts';

const schema = z.object({ ...weekFields, rank: z.int().min(1).max(WEEKLY_ENTRIES), userId: ownerId });

/**
 * Pays the reward of a rank of a week, once per week and rank, and once per week and user.
 * @throws CONFLICT when another user has the rank or the user has another rank, USER_NOT_FOUND without a wallet
 */
export async function payWeeklyReward(
  context: LedgerContext,
  request: PayWeeklyRewardRequest,
): Promise<PayWeeklyRewardResponse> {
  const { year, week, rank, userId } = parseRequest(schema, request);
  const values = [year, week, rank, userId];
  return transact(context, 'pay-weekly-reward', walletCommand(userId, 'pay_weekly($1, $2, $3, $4)', values));
}
