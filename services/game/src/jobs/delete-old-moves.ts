import type { AppContext } from '../context.ts';

/** Games whose moves one statement deletes: at most fifteen rows each. */
const BATCH = 500;

/** Deletes the moves of friendly games 90 days after their end. Returns whether there may be more. */
export async function deleteOldMoves({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const { rows } = await db.query<{ more: boolean }>('SELECT delete_old_moves($1) AS more', [BATCH]);
  return rows[0]?.more ?? false;
}
