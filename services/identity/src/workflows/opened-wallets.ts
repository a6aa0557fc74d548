import type { UserId } from '@fifteen/domain';
import { pause, startJob, type ServiceContext } from '@fifteen/runtime';
import { deleteMissingWallets } from '../db/wallets.ts';

/** Milliseconds in which opened wallets gather for one commit: less than the two seconds after which the job looks for missing ones. */
const GATHER_MS = 500;
/** A pass starts when a wallet was opened; it need not look by itself. */
const IDLE_MS = 3_600_000;

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
