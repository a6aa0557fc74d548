import { AppError } from '@fifteen/runtime';
import type { Parts } from './parts.ts';

/** The least that anybody needs who plays for coins (wire protocol, bets). */
const LEAST_COINS = 1_000;

/**
 * Can and may this user play for so much? Nothing is taken or held: that happens when the game starts.
 * Errors: INSUFFICIENT_COINS, STAKE_LIMIT, SERVICE_UNAVAILABLE (the ledger or the game service does not answer).
 */
export async function requireStake(parts: Parts, userId: string, bet: number): Promise<void> {
  if (bet === 0) return;
  await requireCoins(parts, userId, bet);
  await parts.game.mayStake({ userId, bet });
}

async function requireCoins({ economy }: Parts, userId: string, bet: number): Promise<void> {
  const coins = Math.max(bet, LEAST_COINS);
  const { balances } = await economy.getBalances({ userIds: [userId] });
  if ((balances.find((balance) => balance.userId === userId)?.coins ?? 0) >= coins) return;
  throw new AppError('INSUFFICIENT_COINS', `You need ${coins} coins to play online`, { coins });
}
