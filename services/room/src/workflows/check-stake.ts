import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';

/** The least balance of a player who plays for coins (wire protocol, bets). */
const LEAST_COINS = 1_000;

/**
 * Checks that a user can pay this bet and is allowed to. Takes and holds no coins: the start of the game does.
 * @throws INSUFFICIENT_COINS, STAKE_LIMIT, SERVICE_UNAVAILABLE (economy or game does not respond)
 */
export async function assertStake(context: AppContext, userId: string, bet: number): Promise<void> {
  if (bet === 0) return;
  await assertBalance(context, userId, bet);
  await context.game.checkStake({ userId, bet });
}

async function assertBalance({ economy }: AppContext, userId: string, bet: number): Promise<void> {
  const coins = Math.max(bet, LEAST_COINS);
  const { balances } = await economy.getBalances({ userIds: [userId] });
  if ((balances.find((balance) => balance.userId === userId)?.coins ?? 0) >= coins) return;
  throw new AppError('INSUFFICIENT_COINS', `You need ${coins} coins to play online`, { coins });
}
