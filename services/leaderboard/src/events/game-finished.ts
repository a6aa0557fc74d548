import type { EventHandler } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { finishedGameOf } from '../domain/finished-game.ts';
import { recordGame } from '../workflows/record-game.ts';

/** Records a finished game. */
export const gameFinished: EventHandler<'gameFinished', AppContext> = async (context, sql, { game }) =>
  game && recordGame(context, sql, finishedGameOf(game));
