import type { ListRematchesResponse, ListRematchesRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { REMATCH_COLUMNS, toRematch, type RematchRow } from '../db/rematches.ts';

/** Returns the rematch requests that wait for a user's answer, oldest first. */
export async function listRematches(
  { db }: AppContext,
  { userId }: ListRematchesRequest,
): Promise<ListRematchesResponse> {
  const { rows } = await db.query<RematchRow>(
    `SELECT ${REMATCH_COLUMNS} FROM rematch_request WHERE requested_id = $1 AND status = 'pending' ORDER BY requested_at`,
    [userId],
  );
  return { rematches: rows.filter((row) => !row.expired).map(toRematch) };
}
