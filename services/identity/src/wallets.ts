import type { UserId } from '@fifteen/domain';
import { pause, startJob, type ServiceContext } from '@fifteen/runtime';
import type { AppContext } from './context.ts';
import { deleteMissingWallets, lacksWallet } from './db/wallets.ts';

/** Time that a sign-in waits for the economy service, in milliseconds. */
export const SIGN_IN_MS = 400;

/** Milliseconds in which opened wallets gather for one commit: less than the two seconds after which the job looks for missing ones. */
const GATHER_MS = 500;
/** A pass starts when a wallet was opened; it need not look by itself. */
const IDLE_MS = 3_600_000;

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

/** Wallets that the economy service has opened. */
export interface OpenedWallets {
  /** Deletes soon that the wallet of this account is missing. */
  add(accountId: UserId): void;
}

/** Starts to delete the records of wallets that were opened. After a crash or an error the job requests them again. */
export function startOpenedWallets({
  db,
  log,
  lifecycle,
}: Pick<ServiceContext, 'db' | 'log' | 'lifecycle'>): OpenedWallets {
  let opened: UserId[] = [];
  const job = startJob('opened wallets', IDLE_MS, log, async () => {
    if (opened.length === 0) return;
    await pause(GATHER_MS);
    const ids = opened;
    opened = [];
    await deleteMissingWallets(db, ids);
  });
  lifecycle.onStop('opened wallets', () => job.stop());
  return {
    add: (accountId) => {
      opened.push(accountId);
      job.wake();
    },
  };
}
