import { requiredCoins, type UserId } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { assertNotPlaying } from './load-room.ts';

/**
 * Checks that no game of a user runs or starts, and then that they can pay this bet: a game's stake is missing from the
 * balance.
 * @throws ALREADY_IN_GAME, and the errors of {@link assertStake}
 */
export async function assertFreeToPlay(context: AppContext, userId: UserId, bet: number): Promise<void> {
  await assertNotPlaying(context, userId);
  await assertStake(context, userId, bet);
}

/**
 * Checks that a user can pay this bet and is allowed to. Takes and holds no coins: the start of the game does.
 * @throws INSUFFICIENT_COINS, STAKE_LIMIT, SERVICE_UNAVAILABLE (economy or game does not respond)
 */
export async function assertStake(context: AppContext, userId: UserId, bet: number): Promise<void> {
  if (bet === 0) return;
  await assertBalance(context, userId, bet);
  await context.game.checkStake({ userId, bet });
}

async function assertBalance({ economy }: AppContext, userId: UserId, bet: number): Promise<void> {
  const coins = requiredCoins(bet);
  const { balances } = await economy.getBalances({ userIds: [userId] });
  if ((balances.find((balance) => balance.userId === userId)?.coins ?? 0) >= coins) return;
  throw new AppError('INSUFFICIENT_COINS', { coins });
}
