import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { transactWithin } from '../db/ledger.ts';
import { expireGuestCommand } from '../db/wallets.ts';

/** Closes the wallet of a deleted user. */
export const userDeleted: EventHandler<'userDeleted', AppContext> = (context, sql, { userId }) =>
  transactWithin(context, sql, expireGuestCommand(userId));
