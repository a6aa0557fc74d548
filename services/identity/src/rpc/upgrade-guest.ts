import type { CodeFlow, UpgradeGuestRequest } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { startRegistration } from './register.ts';

/** Registers a guest, who keeps the account. Throws as `register` does, and NOT_A_GUEST. */
export const upgradeGuest = (context: AppContext, request: UpgradeGuestRequest): Promise<CodeFlow> =>
  startRegistration(context, request, request.userId);
