import type { BatchHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { finishedGameOf } from '../domain/finished-game.ts';
import { recordGames } from '../workflows/record-games.ts';

/** Records finished games. */
export const gameFinished: BatchHandler<'gameFinished', AppContext> = {
  all: (context, sql, values) =>
    recordGames(
      context,
      sql,
      values.flatMap(({ game }) => (game ? [finishedGameOf(game)] : [])),
    ),
};
