import { encodeEvent, sqlState, violatedConstraint, type OutboxEvent, type Sql } from '@fifteen/runtime';
import { humanPlayers, type Game } from '../domain/game.ts';
import { stateOf } from '../domain/game-state.ts';

// The transitions of a game before its first move (docs/spec/guarantees.md#guarantees-3). Each is one statement with the
// condition that the game still has the expected status, so a concurrent repeat changes nothing.

/** The stored instants of a start. The first turn begins with the statement, which may have waited for a connection. */
type StartTimes = Pick<Game, 'startedAt' | 'turnDeadline' | 'dueAt'>;
interface StartRow {
  started_at: Date | null;
  turn_deadline: Date | null;
  due_at: Date | null;
}
const startTimesOf = (row: StartRow): StartTimes => ({
  startedAt: row.started_at,
  turnDeadline: row.turn_deadline,
  dueAt: row.due_at,
});

/**
 * Inserts a new game, and binds its human players to it unless it is already cancelled. Returns the game as it is
 * stored; `taken` when the id exists, `busy` when a player is in another game, both of which write nothing.
 */
export async function insertGame(sql: Sql, game: Game): Promise<Game | 'taken' | 'busy'> {
  const event = eventOf(game);
  try {
    // Inserts players in order, so that two games with the same players cannot deadlock.
    const { rows } = await sql.query<StartRow>(
      `WITH written AS (
          INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, cancel_reason, turn_deadline, due_at,
            started_at, finished_at, settled_at)
          SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz + delay, $10::timestamptz + delay,
            $11::timestamptz + delay, $12, $13
          FROM coalesce(date_trunc('milliseconds', now()) - $11::timestamptz, interval '0') AS delay
          ON CONFLICT (id) DO NOTHING RETURNING id, started_at, turn_deadline, due_at
        ), bound AS (
          INSERT INTO active_player (user_id, game_id)
          SELECT user_id, id FROM written, unnest($14::text[]) AS p (user_id) ORDER BY user_id
        ), published AS (
          INSERT INTO outbox (name, aggregate_id, payload)
          SELECT $15, id, $16 FROM written WHERE $15::text IS NOT NULL
        )
        SELECT started_at, turn_deadline, due_at FROM written`,
      [
        ...[game.id, game.roomId, game.round, game.players.X, game.players.O, game.bet, game.status],
        ...[
          game.cancelReason,
          game.turnDeadline,
          game.dueAt,
          game.startedAt,
          game.finishedAt,
          game.settledAt,
        ],
        game.status === 'cancelled' ? [] : humanPlayers(game),
        ...[event?.name, event?.payload],
      ],
    );
    const [row] = rows;
    return row ? { ...game, ...startTimesOf(row) } : 'taken';
  } catch (error) {
    if (sqlState(error) === '23505' && violatedConstraint(error) === 'active_player_pkey') return 'busy';
    throw error;
  }
}

/**
 * Starts a game whose stakes are held. Returns the game as it is stored, null when its status is no longer `funding`.
 */
export async function markStarted(sql: Sql, game: Game): Promise<Game | null> {
  const { rows } = await sql.query<StartRow>(
    `UPDATE game SET status = 'active', started_at = $2::timestamptz + delay, turn_deadline = $3::timestamptz + delay,
       due_at = $4::timestamptz + delay
     FROM (SELECT date_trunc('milliseconds', now()) - $2::timestamptz AS delay) AS wait
     WHERE id = $1 AND status = 'funding' RETURNING started_at, turn_deadline, due_at`,
    [game.id, game.startedAt, game.turnDeadline, game.dueAt],
  );
  const [row] = rows;
  return row ? { ...game, ...startTimesOf(row) } : null;
}

/**
 * Prevents the start of a game and frees its players; its stakes are still to be refunded. Returns false when the game
 * has started or was cancelled.
 */
export async function markCancelling(sql: Sql, game: Game): Promise<boolean> {
  const { rowCount } = await sql.query(
    `WITH called_off AS (
        UPDATE game SET status = 'cancelling', cancel_reason = 'CALLED_OFF', due_at = now()
        WHERE id = $1 AND status = 'funding' RETURNING id
      ), freed AS (
        DELETE FROM active_player USING called_off WHERE game_id = id AND user_id = ANY ($2)
      )
      SELECT FROM called_off`,
    [game.id, humanPlayers(game)],
  );
  return rowCount === 1;
}

/** Cancels a game for which no stake is held. Returns false when it has started or was already cancelled. */
export async function markCancelled(sql: Sql, game: Game): Promise<boolean> {
  const event = eventOf(game);
  const { rowCount } = await sql.query(
    `WITH cancelled AS (
        UPDATE game SET status = 'cancelled', cancel_reason = $2, due_at = NULL, finished_at = $3, settled_at = $4
        WHERE id = $1 AND status IN ('funding', 'cancelling') RETURNING id
      ), freed AS (
        DELETE FROM active_player USING cancelled WHERE game_id = id AND user_id = ANY ($5)
      ), published AS (
        INSERT INTO outbox (name, aggregate_id, payload) SELECT $6, id, $7 FROM cancelled
      )
      SELECT FROM cancelled`,
    [
      ...[game.id, game.cancelReason, game.finishedAt, game.settledAt, humanPlayers(game)],
      ...[event?.name, event?.payload],
    ],
  );
  return rowCount === 1;
}

/** Returns the event of a cancelled game; null for any other. */
function eventOf(game: Game): { name: string; payload: Buffer } | null {
  if (game.status !== 'cancelled') return null;
  const event: Pick<OutboxEvent, 'name' | 'body'> = {
    name: 'cancelled',
    body: { $case: 'gameCancelled', value: { game: stateOf(game) } },
  };
  return encodeEvent({ ...event, aggregateId: game.id, aggregateVersion: game.version });
}
