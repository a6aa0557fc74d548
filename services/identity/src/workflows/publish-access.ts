import type { UserId } from '@fifteen/domain';
import type { AccessRecord } from '@fifteen/proto/identity';
import { writeOutbox, type OutboxEvent, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { RECORDS_PER_USER, readAccessRecords, type StoredAccessRecord } from '../db/access-records.ts';
import { transact } from '../db/transaction.ts';
import { userSeen } from '../domain/events.ts';
import { pseudonymsOf, type Origin } from '../domain/origin.ts';

/** Milliseconds until a network and device are published again. The leaderboard looks further back when it closes a week. */
const REPUBLISH_INTERVAL_MS = 30 * 60_000;
/** Milliseconds between two events of a user who changes network more often than `RECORDS_PER_USER` times in `REPUBLISH_INTERVAL_MS`. */
const THROTTLED_INTERVAL_MS = 60_000;

/** Where a user was seen. */
interface Access {
  readonly userId: UserId;
  readonly origin: Origin;
}

/**
 * Publishes networks and devices that differ from those last published of their users: weekly prizes depend on where a game
 * was played, not on where its player signed in. A user who alternates between two networks is published once per
 * `REPUBLISH_INTERVAL_MS` for each.
 */
export async function publishAccess(context: AppContext, accesses: readonly Access[]): Promise<void> {
  const events = await findChanges(context.db, context, accesses);
  if (events.length > 0) await transact(context, 'authenticate', (sql) => writeOutbox(sql, events));
}

/** Returns the events of the networks and devices that `publishAccess` publishes. */
export async function findChanges(
  sql: Sql,
  context: Pick<AppContext, 'codes'>,
  accesses: readonly Access[],
): Promise<OutboxEvent[]> {
  const found = await readAccessRecords(sql, [...new Set(accesses.map(({ userId }) => userId))]);
  const records = Map.groupBy(found, ({ userId }) => userId);
  return accesses.flatMap((access) => changeOf(context, access, records.get(access.userId) ?? []) ?? []);
}

/** Returns the event of an access; undefined when it is known, or too many were published. */
function changeOf(
  { codes }: Pick<AppContext, 'codes'>,
  { userId, origin }: Access,
  [newest, ...earlier]: readonly StoredAccessRecord[],
): OutboxEvent | undefined {
  const { network, device } = pseudonymsOf(codes, origin);
  if (!network) return undefined;
  const isSame = (record: AccessRecord): boolean =>
    record.network === network && (device === '' || record.device === device);
  const isYounger = (record: StoredAccessRecord | undefined, ms: number): boolean =>
    record !== undefined && record.ageMs < ms;
  if (newest && isSame(newest)) return undefined;
  if (earlier.some((record) => isSame(record) && isYounger(record, REPUBLISH_INTERVAL_MS))) return undefined;
  if (
    isYounger(newest, THROTTLED_INTERVAL_MS) &&
    isYounger(earlier[RECORDS_PER_USER - 2], REPUBLISH_INTERVAL_MS)
  )
    return undefined;
  // A request without the device cookie keeps the known device of the user.
  return userSeen(userId, { network, device: device || (newest?.device ?? '') });
}
