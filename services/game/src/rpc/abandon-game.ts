import type { AbandonGameRequest, AbandonGameResponse } from '@fifteen/proto/game';
import { unavailable } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { readDecisionTime } from '../db/database-clock.ts';
import { draftGame, parseGameStart } from '../domain/game-start.ts';
import { stateOf } from '../domain/game-state.ts';
import { callOffGame, insertCancelledGame } from '../workflows/cancel-game.ts';

/** The second attempt is for a game that started during the first one. */
const ATTEMPTS = 2;

/**
 * Removes a player who leaves on purpose: an active game is lost, one that is still being funded is called off before
 * its players know who has X. With its start, a game that does not exist yet is called off, too: a call that would create
 * it may still arrive. A game that is over stays as it is.
 * @throws GAME_NOT_FOUND, NOT_A_PLAYER, ALREADY_IN_GAME (if the request forbids to lose an active game), INVALID
 */
export async function abandonGame(
  context: AppContext,
  { gameId, userId, start, unlessActive = false }: AbandonGameRequest,
): Promise<AbandonGameResponse> {
  const { liveGames } = context;
  if (start) {
    const draft = draftGame(parseGameStart({ ...start, gameId }), readDecisionTime(context));
    await insertCancelledGame(context, draft, 'CALLED_OFF');
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const game = await liveGames.abandon(gameId, userId, unlessActive);
    if (game.status !== 'funding') return { game: stateOf(game) };
    if (await callOffGame(context, game)) return { game: stateOf(await liveGames.get(gameId)) };
  }
  throw unavailable('game');
}
