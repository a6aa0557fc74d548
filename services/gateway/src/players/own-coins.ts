import { DEFAULT_COINS, type UserId } from '@fifteen/domain';
import type { Clients } from '../clients/clients.ts';

/** Returns the coins of a user: those of a new one until the wallet is open, as after an outage of the economy. */
export async function loadOwnCoins({ economy }: Pick<Clients, 'economy'>, userId: UserId): Promise<number> {
  const { balances } = await economy.getBalances({ userIds: [userId] });
  return balances[0]?.coins ?? DEFAULT_COINS;
}
