import type { SightingsAnswer, SightingsRequest } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { readAccessRecords } from '../db/access-records.ts';

/** Returns the newest access records of users, for a consumer that has lost the events. Throws INVALID for too many users. */
export async function listAccessRecords(
  { db }: AppContext,
  { userIds }: SightingsRequest,
): Promise<SightingsAnswer> {
  return { sightings: await readAccessRecords(db, userIds) };
}
