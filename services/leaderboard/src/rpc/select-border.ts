import { SELECTABLE_BORDERS, type UserId } from '@fifteen/domain';
import type { SelectBorderResponse, SelectBorderRequest } from '@fifteen/proto/leaderboard';
import { AppError, writeOutbox, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { loadRecords } from '../db/records.ts';
import { AUTOMATIC_BORDER, NO_BORDER } from '../domain/border-selection.ts';
import { recordChanged } from '../domain/events.ts';

/**
 * Selects a border, none, or the default of the record, and returns the changed record.
 * @throws INVALID for an unknown border, BORDER_LOCKED for one that is not unlocked
 */
export async function selectBorder(
  { db, outbox }: AppContext,
  { userId, border }: SelectBorderRequest,
): Promise<SelectBorderResponse> {
  const known = SELECTABLE_BORDERS.find((type) => type === border);
  if (border !== '' && border !== AUTOMATIC_BORDER && !known)
    throw new AppError('INVALID', { reason: 'There is no such border' });
  await db.tx(async (sql) => {
    if (border === AUTOMATIC_BORDER) await deleteSelection(sql, userId);
    else await writeSelection(sql, userId, known ?? NO_BORDER);
    await writeOutbox(sql, [recordChanged(userId)]);
  });
  outbox.wake();
  const [record] = await loadRecords(db, [userId]);
  if (!record) throw new Error(`no record of user ${userId} was loaded`);
  return { record };
}

/** Deletes the selection: from now on the record's default applies, whichever it becomes. */
async function deleteSelection(sql: Sql, userId: UserId): Promise<void> {
  await sql.query('DELETE FROM border WHERE user_id = $1', [userId]);
}

async function writeSelection(sql: Sql, userId: UserId, border: string): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO border (user_id, border) SELECT $1, $2
     WHERE $2 = '${NO_BORDER}' OR EXISTS (SELECT FROM achievement WHERE user_id = $1 AND type = $2)
     ON CONFLICT (user_id) DO UPDATE SET border = EXCLUDED.border`,
    [userId, border],
  );
  if (rowCount === 0) throw new AppError('BORDER_LOCKED');
}
