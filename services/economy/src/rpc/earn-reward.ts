import { CLAIMED_REWARDS } from '@fifteen/domain';
import type { EarnRewardRequest, EarnRewardResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { earnRewardCommand } from '../db/rewards.ts';
import { ownerId } from '../domain/requests.ts';

const schema = z.object({ userId: ownerId, type: z.enum(CLAIMED_REWARDS) });

/**
 * Grants the items of a reward that a browser claims, once per user. Claims are not proven, so that such rewards are
 * worth nothing to others.
 * @throws INVALID for a reward of another cause, USER_NOT_FOUND without a wallet
 */
export async function earnReward(
  context: LedgerContext,
  request: EarnRewardRequest,
): Promise<EarnRewardResponse> {
  const { userId, type } = parseRequest(schema, request);
  return transact(context, 'earn-reward', earnRewardCommand(userId, type));
}
