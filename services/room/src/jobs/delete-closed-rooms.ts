import type { RoomId } from '@fifteen/domain';
import type { AppContext } from '../context.ts';
import { HAS_OPEN_ROUND } from '../db/rooms.ts';

/**
 * Retention of closed rooms in days. Repeats of a request, of a match and of a game's end need the row: clients repeat
 * within minutes, the broker delivers events for 7 days. A later replay of an end finds no round and changes nothing.
 */
const CLOSED_DAYS = 30;
/** Rooms deleted in one transaction. */
const BATCH = 500;

/** Deletes rooms that closed long ago, with their rounds, invitations and requests. Returns whether there may be more. */
export function deleteClosedRooms({ db }: AppContext): Promise<boolean> {
  return db.tx(async (sql) => {
    const { rows } = await sql.query<{ id: RoomId }>(
      `SELECT id FROM room WHERE status = 'closed' AND updated_at < now() - make_interval(days => $1)
         AND NOT ${HAS_OPEN_ROUND}
       ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [CLOSED_DAYS, BATCH],
    );
    const ids = rows.map(({ id }) => id);
    for (const table of ['rematch_request', 'invitation', 'start_request', 'round'])
      await sql.query(`DELETE FROM ${table} WHERE room_id = ANY ($1)`, [ids]);
    await sql.query(`DELETE FROM room WHERE id = ANY ($1)`, [ids]);
    return rows.length === BATCH;
  });
}
