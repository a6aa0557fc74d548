import { AppError, type Sql } from '@fifteen/runtime';
import { build, rowsOf, type Statement } from '@fifteen/runtime/statements';
import type { Game } from './game.ts';
import { COLUMNS, gameOf, type GameRow } from './rows.ts';

const PAGE = 20;

/** All games that are over. */
export const over = () =>
  build('game').select(build.raw(COLUMNS)).whereRaw(`status IN ('finished', 'abandoned')`);

/** The open game of a user, or null. One that is still being funded is nobody's to see. */
export async function currentGame(sql: Sql, userId: string): Promise<Game | null> {
  const { rows } = await sql.query<GameRow>(
    `SELECT ${COLUMNS} FROM game
     WHERE id = (SELECT game_id FROM active_player WHERE user_id = $1) AND status = 'active'`,
    [userId],
  );
  const [row] = rows;
  return row ? gameOf(row) : null;
}

/**
 * A page of the games of a user that are over, the newest first, and the cursor of the next page, empty after the last.
 * The cursor is the last game's end and id, so that pages neither overlap nor skip while games go on ending.
 * Errors: INVALID (no cursor of ours).
 */
export async function history(
  sql: Sql,
  userId: string,
  cursor: string,
): Promise<{ games: Game[]; next: string }> {
  const from = cursor === '' ? { at: 'infinity', id: HIGHEST_ID } : parseCursor(cursor);
  const half = (seat: 'x_user' | 'o_user') =>
    page(
      over()
        .where({ [seat]: userId })
        .whereRaw('(finished_at, id) < (?, ?)', [from.at, from.id]),
    );
  const rows = await rowsOf<GameRow>(sql, page(build.unionAll([half('x_user'), half('o_user')], true)));
  const games = rows.slice(0, PAGE).map(gameOf);
  const last = games.at(-1);
  return { games, next: rows.length > PAGE && last ? cursorOf(last) : '' };
}

/** The newest of them, and one more, which tells whether there is another page. */
const page = (games: Statement) => games.orderByRaw('finished_at DESC, id DESC').limit(PAGE + 1);

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A game as the end of a page. */
export const cursorOf = (game: Game): string =>
  Buffer.from(`${game.finishedAt?.toISOString()} ${game.id}`).toString('base64url');

/** Where a page ended. Errors: INVALID (no cursor of ours). */
export function parseCursor(cursor: string): { at: string; id: string } {
  const [, at = '', id = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (Number.isNaN(Date.parse(at))) throw new AppError('INVALID', 'Invalid cursor');
  return { at, id };
}
