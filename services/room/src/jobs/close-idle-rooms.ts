import type { RoomId } from '@fifteen/domain';
import type { AppContext } from '../context.ts';
import { closeRooms, HAS_OPEN_ROUND } from '../db/rooms.ts';
import { transact } from '../db/transaction.ts';

/** Minutes without a change after which a room is closed: after a game, and before the first one. */
const ACTIVE_MINUTES = 30;
const WAITING_MINUTES = 24 * 60;
const BATCH = 20;

/**
 * Closes rooms that have not changed for too long and have no open round: an agreement or a start is no change of its
 * room. Returns whether there may be more.
 */
export async function closeIdleRooms(context: AppContext): Promise<boolean> {
  return transact(context, 'close-idle-rooms', async (sql, notifications) => {
    const { rows } = await sql.query<{ id: RoomId }>(
      `SELECT id FROM room WHERE status IN ('waiting', 'active')
         AND updated_at < now() - make_interval(mins => CASE status WHEN 'active' THEN $1::int ELSE $2 END)
         AND NOT ${HAS_OPEN_ROUND}
       ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [ACTIVE_MINUTES, WAITING_MINUTES, BATCH],
    );
    // A round that was stored between the snapshot of that statement and its lock shows in this one.
    const { rows: idle } = await sql.query<{ id: RoomId }>(
      `SELECT id FROM room WHERE id = ANY ($1) AND NOT ${HAS_OPEN_ROUND}`,
      [rows.map(({ id }) => id)],
    );
    const ids = idle.map(({ id }) => id);
    if (ids.length > 0) await closeRooms(sql, notifications, ids);
    return rows.length === BATCH;
  });
}
