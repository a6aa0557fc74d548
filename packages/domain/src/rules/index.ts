/** The rules of the game: pure functions on plain values, without dependencies, clock or I/O. */
export {
  CELLS,
  CENTRE,
  columnOf,
  fromBoard,
  isPosition,
  opponentOf,
  POSITIONS,
  rowOf,
  sideToMove,
  toBoard,
} from './board.ts';
export type { BoardRecord, Marks, Position, Side } from './board.ts';
export { LINES, linesThrough } from './lines.ts';
export type { Line, LineCondition } from './lines.ts';
export { applyMove, fromMoves, legalMoves, NEW_GAME, outcomeOf, replay, violationOf } from './game.ts';
export type { Condition, Draw, GameState, Outcome, RuleViolation, Replay, Win } from './game.ts';
export { chooseMove } from './ai.ts';
export { DEFAULT_DIFFICULTY, DIFFICULTIES } from './difficulty.ts';
export type { Difficulty } from './difficulty.ts';
export { evaluate } from './solver.ts';
export type { Evaluation } from './solver.ts';
export { review } from './review.ts';
export type { ReviewedMove } from './review.ts';
export { replayAiWin } from './transcript.ts';
export type { TranscriptFault } from './transcript.ts';
export { nearMisses } from './near-miss.ts';
export type { NearMiss } from './near-miss.ts';
