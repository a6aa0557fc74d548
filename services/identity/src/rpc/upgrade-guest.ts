import type { UpgradeGuestRequest, UpgradeGuestResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { rejectBanned } from '../db/bans.ts';
import { startRegistration } from './register.ts';

/** Registers a guest, who keeps the account. Throws as `register` does, NOT_A_GUEST and ACCOUNT_BANNED. */
export async function upgradeGuest(
  context: AppContext,
  request: UpgradeGuestRequest,
): Promise<UpgradeGuestResponse> {
  await rejectBanned(context.db, request.userId);
  return { codeFlow: await startRegistration(context, request, request.userId) };
}
