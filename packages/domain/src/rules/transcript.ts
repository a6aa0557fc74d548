import { bitOf, sideToMove, type Position } from './board.ts';
import { candidateCells } from './ai.ts';
import type { Difficulty } from './difficulty.ts';
import { applyMove, NEW_GAME, violationOf, type RuleViolation } from './game.ts';

/**
 * Why a transcript is no win against the computer: a move breaks the rules, the stated level would not give a reply, or
 * the game does not end with X's win.
 */
export type TranscriptFault = RuleViolation | 'inconsistent-reply' | 'not-won';

/**
 * Checks the moves of a local game of a user (X) against the computer (O): every move is legal, `difficulty` could have
 * given every reply, and the last move wins for X. This proves legality, not that a person played
 * (docs/spec/guarantees.md#guarantees-5). The work is bounded: at most 15 moves, up to the first fault.
 */
export function replayAiWin(moves: readonly number[], difficulty: Difficulty): 'ok' | TranscriptFault {
  let state = NEW_GAME;
  for (const position of moves) {
    const side = sideToMove(state);
    const violation = violationOf(state, side, position);
    if (violation !== null) return violation;
    const move = position as Position;
    if (side === 'O' && (candidateCells(state, difficulty) & bitOf(move)) === 0) return 'inconsistent-reply';
    state = applyMove(state, move);
  }
  return state.outcome?.winner === 'X' ? 'ok' : 'not-won';
}
