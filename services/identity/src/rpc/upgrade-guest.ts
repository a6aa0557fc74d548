import type { UpgradeGuestRequest, UpgradeGuestResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { startRegistration } from './register.ts';

/** Registers a guest, who keeps the account. Throws as `register` does, and NOT_A_GUEST. */
export async function upgradeGuest(
  context: AppContext,
  request: UpgradeGuestRequest,
): Promise<UpgradeGuestResponse> {
  return { codeFlow: await startRegistration(context, request, request.userId) };
}
