import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { transactWithin } from '../db/ledger.ts';
import { openWalletCommand } from '../db/wallets.ts';

/** Opens the wallet of a new user, if identity's call has not opened it yet. */
export const userCreated: EventHandler<'userCreated', AppContext> = (context, sql, { userId }) =>
  transactWithin(context, sql, openWalletCommand(userId));
