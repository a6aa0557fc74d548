import type { ListAccessRecordsResponse, ListAccessRecordsRequest } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { readAccessRecords, readAccessRecordsOf } from '../db/access-records.ts';

/**
 * Returns the newest access records of users, or those of a range, for a consumer that has lost the events.
 * @throws INVALID for too many users
 */
export async function listAccessRecords(
  { db }: AppContext,
  { userIds, from, until }: ListAccessRecordsRequest,
): Promise<ListAccessRecordsResponse> {
  const records =
    from && until ? readAccessRecordsOf(db, userIds, { from, until }) : readAccessRecords(db, userIds);
  return { records: await records };
}
