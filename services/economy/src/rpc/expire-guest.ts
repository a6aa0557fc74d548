import type { ExpireGuestResponse, ExpireGuestRequest } from '@fifteen/proto/economy';
import { transact, type LedgerContext } from '../db/ledger.ts';
import { expireGuestCommand } from '../db/wallets.ts';
import { ownerRequest, parseRequest } from '../domain/requests.ts';

/** Closes the wallet of a guest whose account ended, once. */
export async function expireGuest(
  context: LedgerContext,
  request: ExpireGuestRequest,
): Promise<ExpireGuestResponse> {
  const { userId } = parseRequest(ownerRequest, request);
  return transact(context, 'expire-guest', expireGuestCommand(userId));
}
