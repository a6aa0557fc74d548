import type { AppContext } from '../context.ts';
import { findAccountsWithoutWallet } from '../db/wallets.ts';
import { requestWallet } from '../workflows/open-wallet.ts';

/** Timeout of a request to the economy service, in milliseconds. */
const TIMEOUT_MS = 1_000;
const BATCH = 50;

/** Opens the wallets that were not opened at sign-in. Returns whether there may be more. */
export async function openMissingWallets(context: AppContext): Promise<boolean> {
  const ids = await findAccountsWithoutWallet(context.db, BATCH);
  // An economy service that fails for one account is unavailable for the others.
  for (const id of ids) if ((await requestWallet(context, id, TIMEOUT_MS)) === undefined) return false;
  return ids.length === BATCH;
}
