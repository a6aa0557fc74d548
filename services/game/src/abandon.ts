import { unavailable } from '@fifteen/runtime';
import type { Game } from './game.ts';
import type { LiveGames } from './live.ts';
import type { Parts } from './parts.ts';
import { callOff } from './stakes.ts';

/**
 * A player leaves on purpose: an open game is lost, one that is still being funded is called off before anybody knows
 * who has X. A game that is over stays as it is. Errors: NOT_FOUND, NOT_A_PLAYER.
 */
export async function abandonGame(
  parts: Parts,
  live: LiveGames,
  gameId: string,
  userId: string,
): Promise<Game> {
  // A second round is for a game that opened in between.
  for (let round = 0; round < 3; round += 1) {
    const game = await live.abandon(gameId, userId);
    if (game.status !== 'funding') return game;
    if (await callOff(parts, game)) return live.get(gameId);
  }
  throw unavailable('game');
}
