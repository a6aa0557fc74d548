import type { HoldStakeRequest, HoldStakeResponse } from '@fifteen/proto/economy';
import { STAKED_BETS } from '@fifteen/domain';
import { AppError, parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { stakeCommand } from '../db/stakes.ts';
import { anyGameId, ownerId } from '../domain/requests.ts';

/** A friendly game has no stake. */
const schema = z
  .object({
    gameId: anyGameId,
    xUserId: ownerId,
    oUserId: ownerId,
    bet: z.literal(STAKED_BETS),
  })
  .refine(({ xUserId, oUserId }) => xUserId !== oUserId, 'must be two players');

/**
 * Takes both stakes into the game's escrow or neither.
 * @throws CONFLICT when the game has a stake with other terms, INSUFFICIENT_COINS when a game that has ended cannot be
 *   paid yet
 */
export async function holdStake(
  context: LedgerContext,
  request: HoldStakeRequest,
): Promise<HoldStakeResponse> {
  const { gameId, xUserId, oUserId, bet } = parseRequest(schema, request);
  const values = [gameId, xUserId, oUserId, bet];
  const hold = stakeCommand(gameId, 'hold_stake($1, $2, $3, $4)', values);
  const stake = await transact(context, 'hold-stake', async (sql, effects) => {
    const result = await hold(sql, effects);
    const { shortUserIds } = result;
    // A void stake is final, and would end the retries of the payout: the error rolls it back.
    if (request.gameEnded && shortUserIds.length > 0)
      throw new AppError('INSUFFICIENT_COINS', { coins: bet, shortUserIds });
    return result;
  });
  return { stake };
}
