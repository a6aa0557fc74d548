import type { GameId } from '@fifteen/domain';
import { encodeEvent, postgresAttributes, span, withoutTrace, type Sql } from '@fifteen/runtime';
import { isOver, type Change } from '../domain/game.ts';
import { stateOf } from '../domain/game-state.ts';
import { batches } from '../metrics.ts';

/** A change whose instant differs from the clock of the database by more than this is not written. */
const CLOCK_TOLERANCE = '5 seconds';

/**
 * Writes the changes of many games in one statement, each on the condition that the game still has the version and the
 * deadline of the decision. After a failover that lost a commit, another change may get its version, and has another
 * deadline. Rows are locked in the order of their ids, so that two replicas cannot deadlock. A game in another state is
 * missing from the result.
 * The deadline also tests for an active game, as its status would: but a plan made while the table was small would search
 * the index of all active games for each game.
 */
const writeStatement = (ends: string): string => `
  WITH change AS (
    SELECT * FROM json_to_recordset($1) AS c (id uuid, version int, deadline timestamptz, at timestamptz, position smallint,
      player text, by_server boolean, status text, moves smallint[], auto_x boolean, auto_o boolean, renewed boolean,
      winner text, condition text, abandoned_by text, turn_deadline timestamptz, due_at timestamptz,
      last_move_at timestamptz, finished_at timestamptz, settled_at timestamptz, players text[], event text)
  ), current AS (
    SELECT c.* FROM change c JOIN game g ON g.id = c.id AND g.version = c.version
      AND date_trunc('milliseconds', g.turn_deadline) = c.deadline
    WHERE c.at BETWEEN now() - interval '${CLOCK_TOLERANCE}' AND now() + interval '${CLOCK_TOLERANCE}'
    ORDER BY c.id FOR NO KEY UPDATE OF g
  ), written AS (
    UPDATE game g SET version = g.version + 1, status = m.status, moves = m.moves, auto_x = m.auto_x,
      auto_o = m.auto_o, renewed = m.renewed, winner = m.winner, condition = m.condition,
      abandoned_by = m.abandoned_by, turn_deadline = m.turn_deadline, due_at = m.due_at,
      last_move_at = m.last_move_at, finished_at = m.finished_at, settled_at = m.settled_at
    FROM current m WHERE g.id = m.id RETURNING g.id
  ), moved AS (
    INSERT INTO move (game_id, ply, position, player, auto, at)
    SELECT id, cardinality(moves), position, player, by_server, at FROM current WHERE position IS NOT NULL
  )${ends}
  SELECT id FROM written`;

const WRITE = writeStatement('');
/** With the end of one game or more. Other statements leave it out: they would read the players of all games. */
const WRITE_WITH_ENDS = writeStatement(`, freed AS (
    DELETE FROM active_player a USING current m
    WHERE m.finished_at IS NOT NULL AND a.game_id = m.id AND a.user_id = ANY (m.players)
  ), published AS (
    INSERT INTO outbox (name, aggregate_id, payload)
    SELECT 'finished', id, decode(event, 'base64') FROM current WHERE event IS NOT NULL
  )`);

/** The same for a single move after which the game goes on: no other change is as frequent, or as cheap to write. */
const WRITE_MOVE = `
  WITH written AS (
    UPDATE game SET version = version + 1, moves = $4, auto_x = $5, auto_o = $6, renewed = $7, turn_deadline = $8,
      due_at = $9, last_move_at = $10
    WHERE id = $1 AND version = $2 AND date_trunc('milliseconds', turn_deadline) = $15
      AND $3::timestamptz BETWEEN now() - interval '${CLOCK_TOLERANCE}' AND now() + interval '${CLOCK_TOLERANCE}'
    RETURNING id
  )
  INSERT INTO move (game_id, ply, position, player, auto, at) SELECT id, $11, $12, $13, $14, $3 FROM written`;

/** A change, and the trace that caused it: one statement writes changes of many traces. */
export interface TracedChange {
  change: Change;
  traceparent: string;
}

/** Writes changes, at most one for each game. Returns for each whether the game still had the expected state. */
export async function writeChanges(sql: Sql, changes: readonly TracedChange[]): Promise<boolean[]> {
  batches.record(changes.length);
  const [only] = changes;
  const write =
    only && changes.length === 1 && isMove(only.change)
      ? () => writeMove(sql, only.change)
      : () => writeAll(sql, changes);
  const traced = changes.some(({ traceparent }) => traceparent);
  // The statement commits moves of many traces, so it belongs to none of them and links to each.
  const linked = () =>
    span('postgres.write', 'client', write, { links: changes, attributes: postgresAttributes });
  return traced ? withoutTrace(linked) : write();
}

async function writeAll(sql: Sql, changes: readonly TracedChange[]): Promise<boolean[]> {
  const hasEnds = changes.some(({ change }) => isOver(change.after));
  const { rows } = await sql.query<{ id: GameId }>(hasEnds ? WRITE_WITH_ENDS : WRITE, [
    JSON.stringify(changes.map(rowOf)),
  ]);
  const written = new Set(rows.map((row) => row.id));
  return changes.map(({ change }) => written.has(change.before.id));
}

/** Returns whether a change is a move after which the game goes on. */
const isMove = ({ position, after }: Change): boolean => position !== null && !isOver(after);

async function writeMove(
  sql: Sql,
  { before, after, at, by, position, byServer }: Change,
): Promise<boolean[]> {
  const { rowCount } = await sql.query(WRITE_MOVE, [
    ...[before.id, before.version, at, after.board.moves, after.auto.X, after.auto.O, after.renewed],
    ...[after.turnDeadline, after.dueAt, after.lastMoveAt],
    ...[after.board.moves.length, position, by, byServer, before.turnDeadline],
  ]);
  return [rowCount === 1];
}

function rowOf({ change: { before, after, at, by, position, byServer }, traceparent }: TracedChange) {
  return {
    id: before.id,
    version: before.version,
    deadline: before.turnDeadline,
    at,
    position,
    player: by,
    by_server: byServer,
    status: after.status,
    moves: after.board.moves,
    auto_x: after.auto.X,
    auto_o: after.auto.O,
    renewed: after.renewed,
    winner: after.winner,
    condition: after.condition,
    abandoned_by: after.abandonedBy,
    turn_deadline: after.turnDeadline,
    due_at: after.dueAt,
    last_move_at: after.lastMoveAt,
    finished_at: after.finishedAt,
    settled_at: after.settledAt,
    ...(isOver(after) ? finishedEvent(after, traceparent) : {}),
  };
}

function finishedEvent(game: Change['after'], traceparent: string) {
  const event = {
    name: 'finished',
    aggregateId: game.id,
    aggregateVersion: game.version,
    body: { $case: 'gameFinished', value: { game: stateOf(game) } },
  } as const;
  const { payload } = encodeEvent(event, traceparent);
  return { players: [game.players.X, game.players.O], event: payload.toString('base64') };
}
