import type { ListGameHistoryResponse, ListGameHistoryRequest } from '@fifteen/proto/game';
import { build, queryRows, type Statement } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { gameOf, selectEndedGames, type GameRow } from '../db/games.ts';
import { cursorOf, parseCursor } from '../domain/cursor.ts';
import { stateOf } from '../domain/game-state.ts';

const PAGE = 20;
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Returns a page of the ended games of a user, the newest first, and the cursor of the next page, empty after the last.
 * The cursor is the end and id of the last game, so that pages neither overlap nor skip games while more games end.
 * @throws INVALID for an invalid cursor
 */
export async function listGameHistory(
  { db }: AppContext,
  { userId, cursor }: ListGameHistoryRequest,
): Promise<ListGameHistoryResponse> {
  const from = cursor === '' ? { at: 'infinity', id: HIGHEST_ID } : parseCursor(cursor);
  const gamesOfSeat = (seat: 'x_user' | 'o_user') =>
    page(
      selectEndedGames()
        .where({ [seat]: userId })
        .whereRaw('(finished_at, id) < (?, ?)', [from.at, from.id]),
    );
  const rows = await queryRows<GameRow>(
    db,
    page(build.unionAll([gamesOfSeat('x_user'), gamesOfSeat('o_user')], true)),
  );
  const games = rows.slice(0, PAGE).map(gameOf);
  const last = games.at(-1);
  return { games: games.map(stateOf), nextCursor: rows.length > PAGE && last ? cursorOf(last) : '' };
}

/** Selects the newest games, and one more, which shows whether there is another page. */
const page = (games: Statement) => games.orderByRaw('finished_at DESC, id DESC').limit(PAGE + 1);
