import { DEFAULT_COINS, type UserId } from '@fifteen/domain';
import type { Clients } from '../clients/clients.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/**
 * Returns the coins of a user: those of a new one until the wallet is open, as after an outage of the economy, and
 * undefined while the economy is unavailable, which decides on every payment anyway.
 */
export const loadOwnCoins = (
  { economy }: Pick<Clients, 'economy'>,
  userId: UserId,
): Promise<number | undefined> =>
  unlessUnavailable(async () => {
    const { balances } = await economy.getBalances({ userIds: [userId] });
    return balances[0]?.coins ?? DEFAULT_COINS;
  });
