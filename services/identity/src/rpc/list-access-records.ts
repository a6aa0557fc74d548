import type { ListAccessRecordsResponse, ListAccessRecordsRequest } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { readAccessRecords } from '../db/access-records.ts';

/**
 * Returns the newest access records of users, for a consumer that has lost the events.
 * @throws INVALID for too many users
 */
export async function listAccessRecords(
  { db }: AppContext,
  { userIds }: ListAccessRecordsRequest,
): Promise<ListAccessRecordsResponse> {
  return { records: await readAccessRecords(db, userIds) };
}
