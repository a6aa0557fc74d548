import type { RefreshSessionsRequest, RefreshSessionsResponse } from '@fifteen/proto/identity';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { authenticateTokens } from '../db/sessions.ts';
import { parseOrigin } from '../domain/origin.ts';
import { publishAccess } from '../workflows/publish-access.ts';
import { toSession } from './responses.ts';

/** Sessions in one request. */
const MAX_SESSIONS = 1_000;

/**
 * Returns the sessions of open sockets that have not ended, and publishes changes of networks or devices.
 * @throws INVALID for more than 1000 sockets
 */
export async function refreshSessions(
  context: AppContext,
  { sessions: open }: RefreshSessionsRequest,
): Promise<RefreshSessionsResponse> {
  if (open.length > MAX_SESSIONS)
    throw new AppError('INVALID', { reason: `At most ${MAX_SESSIONS} sessions at once` });
  const found = await authenticateTokens(
    context.db,
    open.map(({ token }) => token),
  );
  const accesses = found.flatMap((session, index) => {
    const origin = open[index]?.origin;
    return session && origin ? [{ userId: session.account.id, origin: parseOrigin(origin) }] : [];
  });
  // Reads the database also without accesses: by an empty request, gateways probe whether sessions can be authenticated.
  await publishAccess(context, accesses);
  return { sessions: found.flatMap((session) => (session ? [toSession(session)] : [])) };
}
