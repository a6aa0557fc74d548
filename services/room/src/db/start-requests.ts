import type { StartGameRequest } from '@fifteen/proto/room';
import type { Sql } from '@fifteen/runtime';

/** Minutes after which a request id may be used again: clients repeat within seconds, and may restart their numbers. */
const REPEAT_MINUTES = 10;

/**
 * Returns the round that an earlier call with the id of this request got, unless its game was called off, or was over ten
 * minutes ago.
 */
export async function findRoundOfRequest(
  sql: Sql,
  { roomId, userId, requestId }: StartGameRequest,
): Promise<number | undefined> {
  const { rows } = await sql.query<{ round: number }>(
    `SELECT round FROM start_request JOIN round USING (room_id, round)
     WHERE room_id = $1 AND user_id = $2 AND request_id = $3 AND status <> 'off'
       AND (status <> 'over' OR updated_at > now() - make_interval(mins => $4))`,
    [roomId, userId, requestId, REPEAT_MINUTES],
  );
  return rows[0]?.round;
}

/** Records the round of a request, if it has an id. The room is locked. */
export async function recordStartRequest(
  sql: Sql,
  { roomId, userId, requestId }: StartGameRequest,
  round: number,
): Promise<void> {
  if (requestId === undefined) return;
  await sql.query(
    `INSERT INTO start_request (room_id, round, user_id, request_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (room_id, user_id, request_id) DO UPDATE SET round = excluded.round`,
    [roomId, round, userId, requestId],
  );
}
