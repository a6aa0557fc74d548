import { AppError, type Sql } from '@fifteen/runtime';
import { rowsOf } from '@fifteen/runtime/statements';
import type { Game } from './game.ts';
import { cursorOf, over, parseCursor } from './history.ts';
import { gameOf, type GameRow } from './rows.ts';

const PAGE = 200;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

interface Span {
  from?: Date | undefined;
  until?: Date | undefined;
}

/**
 * How many games ended in a span of time. An end is written within seconds of its instant (`changes.ts`), so a span that
 * was over a minute ago grows no more. Errors: INVALID.
 */
export async function countEnded(sql: Sql, span: Span): Promise<{ games: number; now: Date }> {
  const { from, until } = bounds(span);
  const { rows } = await sql.query<{ games: number; now: Date }>(
    `SELECT count(*) AS games, now() FROM game
     WHERE status IN ('finished', 'abandoned') AND finished_at >= $1 AND finished_at < $2`,
    [from, until],
  );
  const [row] = rows;
  if (!row) throw new Error('a count answered nothing');
  return row;
}

/** A page of those games, oldest first, and the cursor of the next one. Errors: INVALID (no cursor of ours). */
export async function listEnded(
  sql: Sql,
  span: Span,
  cursor: string,
): Promise<{ games: Game[]; next: string }> {
  const { from, until } = bounds(span);
  const after = cursor === '' ? { at: from, id: LOWEST_ID } : parseCursor(cursor);
  const rows = await rowsOf<GameRow>(
    sql,
    over()
      .whereRaw('(finished_at, id) > (?, ?)', [after.at, after.id])
      .where('finished_at', '<', until)
      .orderBy(['finished_at', 'id'])
      .limit(PAGE + 1),
  );
  const games = rows.slice(0, PAGE).map(gameOf);
  const last = games.at(-1);
  return { games, next: rows.length > PAGE && last ? cursorOf(last) : '' };
}

function bounds({ from, until }: Span): { from: Date; until: Date } {
  if (!from || !until) throw new AppError('INVALID', 'A span has two ends');
  return { from, until };
}
