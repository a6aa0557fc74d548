import { AppError, writeOutbox } from '@fifteen/runtime';
import { AUTOMATIC, NONE, SELECTABLE } from './borders.ts';
import { foldAnew } from './careers.ts';
import { recordChanged } from './games.ts';
import { lockPeople } from './locks.ts';
import type { Parts } from './parts.ts';
import { achievementsOf, recordsOf, type Record, type Unlocked } from './records.ts';

/** Wears a border, none, or the default of the record. Errors: INVALID (no border), FORBIDDEN (not unlocked). */
export async function selectBorder(parts: Parts, userId: string, border: string): Promise<Record> {
  if (border === AUTOMATIC) return wearDefault(parts, userId);
  const known = SELECTABLE.find((type) => type === border);
  if (border !== '' && !known) throw new AppError('INVALID', 'There is no such border');
  await parts.db.tx(async (sql) => {
    const { rowCount } = await sql.query(
      `INSERT INTO border (user_id, border) SELECT $1, $2
       WHERE $2 = '${NONE}' OR EXISTS (SELECT FROM achievement WHERE user_id = $1 AND type = $2)
       ON CONFLICT (user_id) DO UPDATE SET border = EXCLUDED.border`,
      [userId, known ?? NONE],
    );
    if (rowCount === 0) throw new AppError('FORBIDDEN', 'This border is not unlocked yet');
    await writeOutbox(sql, [recordChanged(userId)]);
  });
  return changedRecord(parts, userId);
}

/** Forgets the choice: from now on the default of the record is worn, whatever it becomes. */
async function wearDefault(parts: Parts, userId: string): Promise<Record> {
  await parts.db.tx(async (sql) => {
    await sql.query('DELETE FROM border WHERE user_id = $1', [userId]);
    await writeOutbox(sql, [recordChanged(userId)]);
  });
  return changedRecord(parts, userId);
}

async function changedRecord(parts: Parts, userId: string): Promise<Record> {
  parts.relay.wake();
  const [record] = await recordsOf(parts.db, [userId]);
  if (!record) throw new Error('one in, one out');
  return record;
}

/** Makes a record anew from all games of its user, and answers what is unlocked. */
export async function syncAchievements(parts: Parts, userId: string): Promise<Unlocked[]> {
  const gain = await parts.db.tx(async (sql) => {
    await lockPeople(sql, [userId]);
    const found = await foldAnew(sql, userId);
    if (found.achievements.size > 0) await writeOutbox(sql, [recordChanged(userId)]);
    return found;
  });
  if (gain.achievements.size > 0) parts.relay.wake();
  return (await achievementsOf(parts.db, [userId])).get(userId) ?? [];
}
