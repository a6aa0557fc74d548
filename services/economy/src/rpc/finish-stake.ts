import type { FinishStakeRequest, FinishStakeResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { finishStakeCommand } from '../db/stakes.ts';
import { anyGameId, anyUserId } from '../domain/requests.ts';

/** An empty winner refunds both players. */
const schema = z.object({ gameId: anyGameId, winnerId: z.union([anyUserId, z.literal('')]) });

/**
 * Pays the pot to the winner, or both stakes back without one.
 * @throws CONFLICT when the game ended otherwise, NOT_FOUND for a game without a stake, INVALID when the winner did not
 *   play
 */
export async function finishStake(
  context: LedgerContext,
  request: FinishStakeRequest,
): Promise<FinishStakeResponse> {
  const command = finishStakeCommand(parseRequest(schema, request));
  return { stake: await transact(context, 'finish-stake', command) };
}
