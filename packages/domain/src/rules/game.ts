import {
  ALL_CELLS,
  bitOf,
  CENTRE_BIT,
  isPosition,
  openCells,
  positionsOf,
  sideToMove,
  type Marks,
  type Position,
  type Side,
} from './board.ts';
import { completedLines, hasLine, type LineCondition } from './lines.ts';

/**
 * How a game ended, as in the wire protocol. The rules produce the three directions and `draw`; the services add
 * `abandonment` (a player left) and `unknown`.
 */
export type Condition = LineCondition | 'draw' | 'abandonment' | 'unknown';

/** A game won on the board: the last move completed at least one line. */
export interface Win {
  readonly winner: Side;
  /** Direction of the line. Of several, the first in the order of LINES. */
  readonly condition: LineCondition;
  /** All cells of all completed lines, ascending (3 to 8 cells). */
  readonly winningPositions: readonly Position[];
}

/** A full board without a line. */
export interface Draw {
  readonly winner: null;
  readonly condition: 'draw';
  readonly winningPositions: null;
}

/** The end of a game by the rules of the board, with the field names of the wire protocol. */
export type Outcome = Win | Draw;

/** A game as its list of moves. Immutable: {@link applyMove} returns a new one. */
export interface GameState extends Marks {
  /** The cells in the order they were taken: X has the first, third, … */
  readonly moves: readonly Position[];
  /** null while the game is active. */
  readonly outcome: Outcome | null;
}

/** Why a move is rejected. The checks run in this order (docs/spec/play.md#play-5.1). */
export type RuleViolation = 'not-active' | 'out-of-board' | 'occupied' | 'centre-locked' | 'out-of-turn';

/** Result of replaying moves from outside: a game, or the first move (1-based ply) that breaks a rule. */
export type Replay =
  | { readonly ok: true; readonly state: GameState }
  | { readonly ok: false; readonly ply: number; readonly violation: RuleViolation };

const DRAW: Draw = Object.freeze({ winner: null, condition: 'draw', winningPositions: null });

/** The empty board, X to move. */
export const NEW_GAME: GameState = Object.freeze({ x: 0, o: 0, moves: Object.freeze([]), outcome: null });

/** Returns how the game on this board has ended, or null while it is active. A full board without a line is a draw. */
export function outcomeOf(marks: Marks): Outcome | null {
  const winner = hasLine(marks.x) ? 'X' : hasLine(marks.o) ? 'O' : null;
  if (winner === null) return (marks.x | marks.o) === ALL_CELLS ? DRAW : null;
  const lines = completedLines(winner === 'X' ? marks.x : marks.o);
  return lines && { winner, condition: lines.condition, winningPositions: lines.positions };
}

/** Returns why `side` may not take `position` now, or null when it may. Allocates nothing; accepts any number. */
export function violationOf(state: GameState, side: Side, position: number): RuleViolation | null {
  if (state.outcome !== null) return 'not-active';
  if (!isPosition(position)) return 'out-of-board';
  const occupied = state.x | state.o;
  const bit = bitOf(position);
  if ((occupied & bit) !== 0) return 'occupied';
  if (occupied === 0 && bit === CENTRE_BIT) return 'centre-locked';
  return side === sideToMove(state) ? null : 'out-of-turn';
}

/**
 * Returns the game after the side to move has taken `position`.
 * @throws RangeError when the move is illegal: check moves from outside with {@link violationOf}
 */
export function applyMove(state: GameState, position: Position): GameState {
  const side = sideToMove(state);
  const violation = violationOf(state, side, position);
  if (violation !== null) throw new RangeError(`move ${state.moves.length + 1} at ${position}: ${violation}`);
  const x = side === 'X' ? state.x | bitOf(position) : state.x;
  const o = side === 'O' ? state.o | bitOf(position) : state.o;
  return { x, o, moves: [...state.moves, position], outcome: outcomeOf({ x, o }) };
}

/** Returns the cells that may be taken now, ascending; none after the end of the game. */
export function legalMoves(state: GameState): Position[] {
  return state.outcome === null ? positionsOf(openCells(state.x | state.o)) : [];
}

/** Replays moves from outside on an empty board, up to the first illegal one. */
export function replay(moves: readonly number[]): Replay {
  let state = NEW_GAME;
  for (const [index, position] of moves.entries()) {
    const violation = violationOf(state, sideToMove(state), position);
    if (violation !== null) return { ok: false, ply: index + 1, violation };
    state = applyMove(state, position as Position);
  }
  return { ok: true, state };
}

/**
 * Returns the game of a list of legal moves, such as a stored one.
 * @throws RangeError for an illegal list
 */
export function fromMoves(moves: readonly number[]): GameState {
  const result = replay(moves);
  if (!result.ok) throw new RangeError(`move ${result.ply}: ${result.violation}`);
  return result.state;
}
