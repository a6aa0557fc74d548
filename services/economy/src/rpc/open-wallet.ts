import type { OpenWalletResponse, OpenWalletRequest } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { openWalletCommand } from '../db/wallets.ts';
import { ownerRequest } from '../domain/requests.ts';

/** Opens a user's wallet with the signup grant, once. */
export async function openWallet(
  context: LedgerContext,
  request: OpenWalletRequest,
): Promise<OpenWalletResponse> {
  const { userId } = parseRequest(ownerRequest, request);
  return transact(context, 'open-wallet', openWalletCommand(userId));
}
