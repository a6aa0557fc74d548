import type { UserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import type { AccessRecord } from '@fifteen/proto/identity';
import { AppError, type Sql } from '@fifteen/runtime';

/** Users in one request. */
const MAX_USERS = 1_000;
/** Newest records of each user. */
export const RECORDS_PER_USER = 20;

/** An access record and its age, both by the clock of the database. */
export interface StoredAccessRecord extends AccessRecord {
  ageMs: number;
}

/**
 * Returns when and from which networks and devices users were active, newest first for each user. The `user_seen`
 * events in the outbox are the records.
 * @throws INVALID for more than 1000 users
 */
export async function readAccessRecords(
  sql: Sql,
  userIds: readonly UserId[],
  limitPerUser = RECORDS_PER_USER,
): Promise<StoredAccessRecord[]> {
  if (userIds.length > MAX_USERS)
    throw new AppError('INVALID', { reason: `At most ${MAX_USERS} users at once` });
  const { rows } = await sql.query<{ payload: Buffer; at: Date; age_ms: number }>(
    `SELECT payload, at, extract(epoch FROM now() - at)::float8 * 1000 AS age_ms
     FROM unnest($1::text[]) AS requested (user_id), LATERAL (
       SELECT payload, at FROM outbox WHERE name = 'user_seen' AND aggregate_id = requested.user_id
       ORDER BY id DESC LIMIT $2) AS newest`,
    [userIds, limitPerUser],
  );
  return rows.flatMap(({ payload, at, age_ms: ageMs }) => {
    const { body } = Event.decode(payload);
    return body?.$case === 'userSeen' ? [{ ...body.value, at, ageMs }] : [];
  });
}
