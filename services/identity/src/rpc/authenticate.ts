import type { AuthenticateRequest, AuthenticateResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { authenticateToken } from '../db/sessions.ts';
import { parseOrigin } from '../domain/origin.ts';
import { publishAccess } from '../workflows/publish-access.ts';
import { toSession } from './responses.ts';

/**
 * Returns the session of a token, and publishes a change of network or device.
 * @throws UNAUTHORIZED
 */
export async function authenticate(
  context: AppContext,
  { token, renewCookie, origin }: AuthenticateRequest,
): Promise<AuthenticateResponse> {
  const session = await authenticateToken(context.db, token, renewCookie);
  if (origin) await publishAccess(context, [{ userId: session.account.id, origin: parseOrigin(origin) }]);
  return { session: toSession(session) };
}
