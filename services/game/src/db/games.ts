import { fromMoves, type Side, type GameId, type RoomId, type UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { build } from '@fifteen/runtime/statements';
import type { CancelReason, Condition, Game, Status } from '../domain/game.ts';

/** Columns of `game` that `gameOf` needs. */
export const GAME_COLUMNS = `id, room_id, round, x_user, o_user, bet, status, moves, version, auto_x, auto_o, renewed, winner,
  condition, abandoned_by, cancel_reason, turn_deadline, due_at, started_at, last_move_at, finished_at, settled_at`;

/** A row with these columns. */
export interface GameRow {
  id: GameId;
  room_id: RoomId;
  round: number;
  x_user: UserId;
  o_user: UserId;
  bet: number;
  status: Status;
  moves: number[];
  version: number;
  auto_x: boolean;
  auto_o: boolean;
  renewed: boolean;
  winner: Side | null;
  condition: Condition | null;
  abandoned_by: UserId | null;
  cancel_reason: CancelReason | null;
  turn_deadline: Date | null;
  due_at: Date | null;
  started_at: Date | null;
  last_move_at: Date | null;
  finished_at: Date | null;
  settled_at: Date | null;
}

/** Returns the game of a row. */
export function gameOf(row: GameRow): Game {
  return {
    id: row.id,
    roomId: row.room_id,
    round: row.round,
    players: { X: row.x_user, O: row.o_user },
    bet: row.bet,
    status: row.status,
    board: fromMoves(row.moves),
    version: row.version,
    auto: { X: row.auto_x, O: row.auto_o },
    renewed: row.renewed,
    winner: row.winner,
    condition: row.condition,
    abandonedBy: row.abandoned_by,
    cancelReason: row.cancel_reason,
    turnDeadline: row.turn_deadline,
    dueAt: row.due_at,
    startedAt: row.started_at,
    lastMoveAt: row.last_move_at,
    finishedAt: row.finished_at,
    settledAt: row.settled_at,
  };
}

/** Loads games in the order of their ids; null for an unknown id. */
export async function loadGames(sql: Sql, ids: readonly GameId[]): Promise<(Game | null)[]> {
  const { rows } = await sql.query<GameRow>(`SELECT ${GAME_COLUMNS} FROM game WHERE id = ANY ($1::uuid[])`, [
    ids,
  ]);
  const games = new Map(rows.map((row) => [row.id, gameOf(row)]));
  return ids.map((id) => games.get(id) ?? null);
}

/** Returns the statement that selects all ended games. */
export const selectEndedGames = () =>
  build('game').select(build.raw(GAME_COLUMNS)).whereRaw(`status IN ('finished', 'abandoned')`);
