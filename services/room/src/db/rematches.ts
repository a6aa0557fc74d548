import { randomUUID } from 'node:crypto';
import { REMATCH_SECONDS, type GameId, type RoomId, type UserId } from '@fifteen/domain';
import type { Rematch } from '@fifteen/proto/room';
import type { Sql } from '@fifteen/runtime';
import type { PendingNotifications } from '../domain/notifications.ts';
import { toRequestStatus, type StoredStatus } from './request-status.ts';

/** A rematch request. */
export interface RematchRow {
  id: string;
  room_id: RoomId;
  game_id: GameId;
  requester_id: UserId;
  requested_id: UserId;
  status: StoredStatus;
  requested_at: Date;
  /** Still pending, but not answered in time. */
  expired: boolean;
}

/** Columns of a {@link RematchRow}. */
export const REMATCH_COLUMNS = `id, room_id, game_id, requester_id, requested_id, status, requested_at,
  status = 'pending' AND requested_at <= now() - make_interval(secs => ${REMATCH_SECONDS}) AS expired`;

/** Converts a row to its message. A request that lapsed was not answered in time, unless the caller knows better. */
export const toRematch = (row: RematchRow): Rematch => ({
  id: row.id,
  roomId: row.room_id,
  gameId: row.game_id,
  requesterId: row.requester_id,
  requestedId: row.requested_id,
  status: toRequestStatus(row.status),
  requestedAt: row.requested_at,
  lapseCode: row.status === 'lapsed' ? 'PLAY_AGAIN_UNANSWERED' : undefined,
});

/** Notifies both players of the state of a request. */
export function notifyBothPlayers(notifications: PendingNotifications, row: RematchRow): void {
  for (const id of [row.requester_id, row.requested_id]) {
    notifications.toUser(id, { $case: 'rematch', value: toRematch(row) });
  }
}

type NewRematch = Pick<RematchRow, 'room_id' | 'game_id' | 'requester_id' | 'requested_id'>;

/** Inserts a pending request and notifies both players. */
export async function insertRematch(
  sql: Sql,
  notifications: PendingNotifications,
  rematch: NewRematch,
): Promise<RematchRow> {
  const { rows } = await sql.query<RematchRow>(
    `INSERT INTO rematch_request (id, room_id, game_id, requester_id, requested_id) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${REMATCH_COLUMNS}`,
    [randomUUID(), rematch.room_id, rematch.game_id, rematch.requester_id, rematch.requested_id],
  );
  const row = requireRow(rows);
  notifyBothPlayers(notifications, row);
  return row;
}

/** Returns the requests after a game and locks them. */
export async function lockRematchesOfGame(sql: Sql, gameId: GameId): Promise<RematchRow[]> {
  const { rows } = await sql.query<RematchRow>(
    `SELECT ${REMATCH_COLUMNS} FROM rematch_request WHERE game_id = $1 FOR UPDATE`,
    [gameId],
  );
  return rows;
}

/** Returns a request and locks it. */
export async function lockRematch(sql: Sql, id: string): Promise<RematchRow> {
  const { rows } = await sql.query<RematchRow>(
    `SELECT ${REMATCH_COLUMNS} FROM rematch_request WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return requireRow(rows);
}

/** Returns the pending requests of a room and locks them. */
export async function lockPendingRematches(sql: Sql, roomId: RoomId): Promise<RematchRow[]> {
  const { rows } = await sql.query<RematchRow>(
    `SELECT ${REMATCH_COLUMNS} FROM rematch_request WHERE room_id = $1 AND status = 'pending' FOR UPDATE`,
    [roomId],
  );
  return rows;
}

/** Sets the final status of a request and notifies both players. */
export async function finishRematch(
  sql: Sql,
  notifications: PendingNotifications,
  { id }: RematchRow,
  status: RematchRow['status'],
): Promise<RematchRow> {
  const { rows } = await sql.query<RematchRow>(
    `UPDATE rematch_request SET status = $2 WHERE id = $1 RETURNING ${REMATCH_COLUMNS}`,
    [id, status],
  );
  const row = requireRow(rows);
  notifyBothPlayers(notifications, row);
  return row;
}

function requireRow(rows: readonly RematchRow[]): RematchRow {
  const [row] = rows;
  if (!row) throw new Error('a request is gone');
  return row;
}
