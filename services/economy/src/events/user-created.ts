import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { transactWithin } from '../db/ledger.ts';
import { hasWallet, openWalletCommand } from '../db/wallets.ts';

/** Opens the wallet of a new user, if identity's call has not opened it yet. */
export const userCreated: EventHandler<'userCreated', AppContext> = async (context, sql, { userId }) =>
  (await hasWallet(sql, userId)) ? undefined : transactWithin(context, sql, openWalletCommand(userId));
