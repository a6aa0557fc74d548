import { encodeEvent, sqlState, violatedConstraint, type OutboxEvent, type Sql } from '@fifteen/runtime';
import type { Now } from './decide.ts';
import { isBot, type CancelReason, type Game } from './game.ts';
import { turnFrom } from './pace.ts';
import { stateOf } from './state.ts';

/**
 * The steps of a game before its first move. Each is one statement on the condition that the game is still where the
 * step begins, so whoever comes second changes nothing.
 */

/** The game, once it has opened. */
export function opened(game: Game, { at, pace, random }: Now): Game {
  const turn = turnFrom(at, game.players.X, false, pace, random);
  return { ...game, status: 'active', startedAt: at, ...turn };
}

/** The game, if it never opens: nobody is owed anything. */
export function cancelled(game: Game, reason: CancelReason, { at }: Now): Game {
  const cancelReason = game.cancelReason ?? reason;
  return { ...game, status: 'cancelled', cancelReason, dueAt: null, finishedAt: at, settledAt: at };
}

/**
 * S2: writes a new game, and binds its people to it unless it is cancelled already. `taken` when the id is, `busy` when
 * one of them is in another game: then nothing is written.
 */
export async function insertGame(sql: Sql, game: Game): Promise<'written' | 'taken' | 'busy'> {
  const fact = factOf(game);
  try {
    // People in order, so that two games with the same two wait for each other and never in a circle.
    const { rowCount } = await sql.query(
      `WITH written AS (
          INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, cancel_reason, turn_deadline, due_at,
            started_at, finished_at, settled_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
          ON CONFLICT (id) DO NOTHING RETURNING id
        ), bound AS (
          INSERT INTO active_player (user_id, game_id)
          SELECT user_id, id FROM written, unnest($14::text[]) AS p (user_id) ORDER BY user_id
        ), told AS (
          INSERT INTO outbox (name, aggregate_id, payload)
          SELECT $15, id, $16 FROM written WHERE $15::text IS NOT NULL
        )
        SELECT FROM written`,
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
        game.status === 'cancelled' ? [] : people(game),
        ...[fact?.name, fact?.payload],
      ],
    );
    return rowCount === 1 ? 'written' : 'taken';
  } catch (error) {
    if (sqlState(error) === '23505' && violatedConstraint(error) === 'active_player_pkey') return 'busy';
    throw error;
  }
}

/** S4: a game whose stakes are held opens. False when it is not funding any more. */
export async function openGame(sql: Sql, game: Game): Promise<boolean> {
  const fact = factOf(game);
  const { rowCount } = await sql.query(
    `WITH opened AS (
        UPDATE game SET status = 'active', started_at = $2, turn_deadline = $3, due_at = $4
        WHERE id = $1 AND status = 'funding' RETURNING id
      ), told AS (
        INSERT INTO outbox (name, aggregate_id, payload) SELECT $5, id, $6 FROM opened
      )
      SELECT FROM opened`,
    [game.id, game.startedAt, game.turnDeadline, game.dueAt, fact?.name, fact?.payload],
  );
  return rowCount === 1;
}

/**
 * A game that has not opened never will: its people are free, its stakes are still to be asked after. False when it has
 * opened or been cancelled meanwhile.
 */
export async function beginCallOff(sql: Sql, game: Game): Promise<boolean> {
  const { rowCount } = await sql.query(
    `WITH called_off AS (
        UPDATE game SET status = 'cancelling', cancel_reason = 'CALLED_OFF', due_at = now()
        WHERE id = $1 AND status = 'funding' RETURNING id
      ), freed AS (
        DELETE FROM active_player USING called_off WHERE game_id = id AND user_id = ANY ($2)
      )
      SELECT FROM called_off`,
    [game.id, people(game)],
  );
  return rowCount === 1;
}

/** The end of a game that never opened, once no stake is held for it. False when it has gone another way. */
export async function cancelGame(sql: Sql, game: Game): Promise<boolean> {
  const fact = factOf(game);
  const { rowCount } = await sql.query(
    `WITH cancelled AS (
        UPDATE game SET status = 'cancelled', cancel_reason = $2, due_at = NULL, finished_at = $3, settled_at = $4
        WHERE id = $1 AND status IN ('funding', 'cancelling') RETURNING id
      ), freed AS (
        DELETE FROM active_player USING cancelled WHERE game_id = id AND user_id = ANY ($5)
      ), told AS (
        INSERT INTO outbox (name, aggregate_id, payload) SELECT $6, id, $7 FROM cancelled
      )
      SELECT FROM cancelled`,
    [
      ...[game.id, game.cancelReason, game.finishedAt, game.settledAt, people(game)],
      ...[fact?.name, fact?.payload],
    ],
  );
  return rowCount === 1;
}

const people = (game: Game): string[] => [game.players.X, game.players.O].filter((id) => !isBot(id));

/** What others are told of the state a game is in; nothing while it is being funded. */
function factOf(game: Game): { name: string; payload: Buffer } | null {
  const value = { game: stateOf(game) };
  const told: Pick<OutboxEvent, 'name' | 'body'> | null =
    game.status === 'active'
      ? { name: 'started', body: { $case: 'gameStarted', value } }
      : game.status === 'cancelled'
        ? { name: 'cancelled', body: { $case: 'gameCancelled', value } }
        : null;
  return told && encodeEvent({ ...told, aggregateId: game.id, aggregateVersion: game.version });
}
