import type { UserId } from '@fifteen/domain';
import type { AppContext } from '../context.ts';
import { lacksWallet } from '../db/wallets.ts';

/** Time that a sign-in waits for the economy service, in milliseconds. */
export const SIGN_IN_MS = 400;

/**
 * Opens the wallet of an account that has none, so that the first screen shows its coins. Never throws an error of the
 * economy service: when that is unavailable, the sign-in continues and the job opens the wallet later.
 */
export async function openWallet(context: AppContext, accountId: UserId): Promise<void> {
  if (await lacksWallet(context.db, accountId)) await requestWallet(context, accountId, SIGN_IN_MS);
}

/** Requests a wallet from the economy service, which is idempotent. Returns its coins; undefined if that failed. */
export async function requestWallet(
  { economy, log, openedWallets }: AppContext,
  accountId: UserId,
  limitMs: number,
): Promise<number | undefined> {
  try {
    const { coins } = await economy.openWallet({ userId: accountId }, { limitMs });
    openedWallets.add(accountId);
    return coins;
  } catch (error) {
    log.warn({ err: error, accountId }, 'opening a wallet failed');
    return undefined;
  }
}
