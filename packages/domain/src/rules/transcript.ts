import { bitOf, sideToMove, type Position } from './board.ts';
import { policyCells } from './ai.ts';
import type { Difficulty } from './difficulty.ts';
import { applyMove, NEW_GAME, violationOf, type RuleViolation } from './game.ts';

/**
 * Why a transcript does not show a win against the computer: a move breaks the rules, a reply is not one that the
 * stated level would give, or the game does not end with X's win.
 */
export type TranscriptFault = RuleViolation | 'inconsistent-reply' | 'not-won';

/**
 * Checks the positions of a local game in which a person played X against a computer's O: every move legal, every
 * reply one that `difficulty` could have given, and the last move X's win. It proves legality, not a person
 * (docs/spec/guarantees.md#guarantees-5). Bounded work for any input: it stops at the first fault, and a game has at most 15 moves.
 */
export function replayAiWin(moves: readonly number[], difficulty: Difficulty): 'ok' | TranscriptFault {
  let state = NEW_GAME;
  for (const position of moves) {
    const side = sideToMove(state);
    const violation = violationOf(state, side, position);
    if (violation !== null) return violation;
    const move = position as Position;
    if (side === 'O' && (policyCells(state, difficulty) & bitOf(move)) === 0) return 'inconsistent-reply';
    state = applyMove(state, move);
  }
  return state.outcome?.winner === 'X' ? 'ok' : 'not-won';
}
