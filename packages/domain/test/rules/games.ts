import fc from 'fast-check';
import { applyMove, legalMoves, NEW_GAME, type GameState } from '../../src/rules/index.ts';

/** Numbers that choose among the legal moves, one for each move of the longest game. */
export const moveChoices = fc.array(fc.nat(14), { minLength: 15, maxLength: 15 });

/** Games played to their end by arbitrary legal moves. */
export const games: fc.Arbitrary<GameState> = moveChoices.map((numbers) => {
  let state = NEW_GAME;
  for (const number of numbers) {
    const legal = legalMoves(state);
    if (legal.length === 0) break;
    state = applyMove(state, legal[number % legal.length]!);
  }
  return state;
});
