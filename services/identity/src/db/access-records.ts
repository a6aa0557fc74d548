import type { UserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import type { AccessRecord } from '@fifteen/proto/identity';
import { AppError, type Sql } from '@fifteen/runtime';

/** Users in one request. */
const MAX_USERS = 1_000;
/** Users in one request for a range, whose records fit in one message of gRPC. */
const MAX_USERS_OF_RANGE = 150;
/** A user's records of a day with five devices, each of which `publishAccess` writes twice an hour. */
export const RECORDS_OF_DAY = 250;
/** Newest records of each user. */
export const RECORDS_PER_USER = 20;

/** Days for which every access record is kept. Of the older ones, the newest of each user is. */
const RETENTION_DAYS = 90;
/** Days in which a record that turned so old deletes the ones before it; the next such record of the user does, too. */
const SEARCH_DAYS = 2;
/** Records that one statement deletes. */
const DELETE_BATCH = 10_000;

/** An access record and its age, both by the clock of the database. */
export interface StoredAccessRecord extends AccessRecord {
  ageMs: number;
}

/** A range of time, without its end. */
export interface TimeRange {
  readonly from: Date;
  readonly until: Date;
}

interface AccessRecordRow {
  payload: Buffer;
  at: Date;
  age_ms: number;
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
  assertCount(userIds, MAX_USERS);
  const { rows } = await sql.query<AccessRecordRow>(
    `SELECT payload, at, extract(epoch FROM now() - at)::float8 * 1000 AS age_ms
     FROM unnest($1::text[]) AS requested (user_id), LATERAL (
       SELECT payload, at FROM outbox WHERE name = 'user_seen' AND aggregate_id = requested.user_id
       ORDER BY id DESC LIMIT $2) AS newest`,
    [userIds, limitPerUser],
  );
  return rows.flatMap(toRecord);
}

/**
 * Returns up to 250 access records of a range of at most a day, and the newest one before it, newest first for each user.
 * @throws INVALID for more than 150 users
 */
export async function readAccessRecordsOf(
  sql: Sql,
  userIds: readonly UserId[],
  { from, until }: TimeRange,
): Promise<StoredAccessRecord[]> {
  assertCount(userIds, MAX_USERS_OF_RANGE);
  const { rows } = await sql.query<AccessRecordRow>(
    `SELECT payload, at, extract(epoch FROM now() - at)::float8 * 1000 AS age_ms
     FROM unnest($1::text[]) AS requested (user_id), LATERAL (
       (SELECT payload, at FROM outbox WHERE name = 'user_seen' AND aggregate_id = requested.user_id
          AND at >= $2 AND at < $3 ORDER BY id DESC LIMIT $4)
       UNION ALL
       (SELECT payload, at FROM outbox WHERE name = 'user_seen' AND aggregate_id = requested.user_id
          AND at < $2 ORDER BY id DESC LIMIT 1)) AS seen`,
    [userIds, from, until, RECORDS_OF_DAY],
  );
  return rows.flatMap(toRecord);
}

/**
 * Deletes access records that are older than 90 days, but the newest of them of each user: games are compared with the
 * records of their range and the newest one before it. Of a guest who left, none stays. Returns whether there may be more.
 */
export async function deleteOldAccessRecords(db: Sql): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM outbox WHERE id IN (
       SELECT earlier.id
       FROM (SELECT aggregate_id, max(id) AS id FROM outbox
         WHERE name = 'user_seen' AND published_at < now() - make_interval(days => $1)
           AND published_at > now() - make_interval(days => $1 + $2) GROUP BY aggregate_id) AS latest
       JOIN outbox AS earlier ON earlier.name = 'user_seen' AND earlier.aggregate_id = latest.aggregate_id
         AND (earlier.id < latest.id OR NOT EXISTS (SELECT FROM account WHERE account.id = latest.aggregate_id))
         AND earlier.published_at < now() - make_interval(days => $1)
       LIMIT $3)`,
    [RETENTION_DAYS, SEARCH_DAYS, DELETE_BATCH],
  );
  return rowCount === DELETE_BATCH;
}

function assertCount(userIds: readonly UserId[], max: number): void {
  if (userIds.length > max) throw new AppError('INVALID', { reason: `At most ${max} users at once` });
}

function toRecord({ payload, at, age_ms: ageMs }: AccessRecordRow): StoredAccessRecord[] {
  const { body } = Event.decode(payload);
  return body?.$case === 'userSeen' ? [{ ...body.value, at, ageMs }] : [];
}
