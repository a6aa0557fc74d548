import type { TopUpResponse, TopUpRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { walletCommand } from '../db/wallets.ts';
import { singleLineText, ownerId } from '../domain/requests.ts';

const schema = z.object({
  userId: ownerId,
  amount: z.number().int().min(1).max(1_000_000_000_000),
  reference: singleLineText(128).min(1),
});

/**
 * Credits coins that were bought outside.
 * @throws USER_NOT_FOUND without a wallet, CONFLICT for a reference with other terms
 */
export async function topUp(context: LedgerContext, request: TopUpRequest): Promise<TopUpResponse> {
  const { userId, amount, reference } = parseRequest(schema, request);
  const values = [userId, amount, reference];
  return transact(context, 'top-up', walletCommand(userId, 'top_up($1, $2, $3)', values));
}
