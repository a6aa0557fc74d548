import { AppError } from '@fifteen/runtime';
import type { Parts } from './parts.ts';

/** The least that anybody needs who plays for coins (wire protocol, bets). */
const LEAST_COINS = 1_000;

/**
 * Can this user play for so much? Nothing is taken or held: that happens when the game starts.
 * Errors: INSUFFICIENT_COINS, SERVICE_UNAVAILABLE (the ledger does not answer).
 */
export async function requireCoins({ economy }: Parts, userId: string, bet: number): Promise<void> {
  if (bet === 0) return;
  const coins = Math.max(bet, LEAST_COINS);
  const { balances } = await economy.getBalances({ userIds: [userId] });
  if ((balances.find((balance) => balance.userId === userId)?.coins ?? 0) >= coins) return;
  throw new AppError('INSUFFICIENT_COINS', `You need ${coins} coins to play online`, { coins });
}
