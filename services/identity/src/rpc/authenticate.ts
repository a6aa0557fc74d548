import type { UserId } from '@fifteen/domain';
import type { AccessRecord, AuthenticateRequest, AuthenticateResponse } from '@fifteen/proto/identity';
import { writeOutbox } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { RECORDS_PER_USER, readAccessRecords, type StoredAccessRecord } from '../db/access-records.ts';
import { authenticateToken } from '../db/sessions.ts';
import { userSeen } from '../domain/events.ts';
import { parseOrigin, pseudonymsOf, type Origin } from '../domain/origin.ts';
import { toSession } from './responses.ts';
import { transact } from '../db/transaction.ts';

/** Milliseconds until a network and device are published again. The leaderboard looks further back when it closes a week. */
const REPUBLISH_INTERVAL_MS = 30 * 60_000;
/** Milliseconds between two events of a user who changes network more often than `RECORDS_PER_USER` times in `REPUBLISH_INTERVAL_MS`. */
const THROTTLED_INTERVAL_MS = 60_000;

/**
 * Returns the session of a token, and publishes a change of network or device.
 * @throws UNAUTHORIZED
 */
export async function authenticate(
  context: AppContext,
  { token, renewCookie, origin }: AuthenticateRequest,
): Promise<AuthenticateResponse> {
  const session = await authenticateToken(context.db, token, renewCookie);
  if (origin) await publishChange(context, session.account.id, parseOrigin(origin));
  return { session: toSession(session) };
}

/**
 * Publishes the network and device of a session when they differ from the last published ones: weekly prizes depend on
 * where a game was played, not on where its player signed in. A user who alternates between two networks is published once
 * per `REPUBLISH_INTERVAL_MS` for each.
 */
async function publishChange(context: AppContext, userId: UserId, origin: Origin): Promise<void> {
  const { network, device } = pseudonymsOf(context.codes, origin);
  if (!network) return;
  const [newest, ...earlier] = await readAccessRecords(context.db, [userId]);
  const isSame = (record: AccessRecord): boolean =>
    record.network === network && (device === '' || record.device === device);
  const isYounger = (record: StoredAccessRecord | undefined, ms: number): boolean =>
    record !== undefined && record.ageMs < ms;
  if (newest && isSame(newest)) return;
  if (earlier.some((record) => isSame(record) && isYounger(record, REPUBLISH_INTERVAL_MS))) return;
  if (
    isYounger(newest, THROTTLED_INTERVAL_MS) &&
    isYounger(earlier[RECORDS_PER_USER - 2], REPUBLISH_INTERVAL_MS)
  )
    return;
  // A request without the device cookie keeps the known device of the user.
  const event = userSeen(userId, { network, device: device || (newest?.device ?? '') });
  await transact(context, 'authenticate', (sql) => writeOutbox(sql, [event]));
}
