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
 * How a game ended, as the wire names it. The rules give the three directions and `draw`; `abandonment` (a player
 * left) and `unknown` are for those who know of players and servers.
 */
export type Condition = LineCondition | 'draw' | 'abandonment' | 'unknown';

/** A game won on the board: the last mover holds every cell of at least one line. */
export interface Win {
  readonly winner: Side;
  /** The direction of the line; with several at once the first in the order of LINES. */
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

/** The end of a game by the rules of the board, with the field names of the wire. */
export type Outcome = Win | Draw;

/** A game by its moves. Immutable: {@link applyMove} answers a new one. */
export interface GameState extends Marks {
  /** The cells in the order they were taken: X has the first, third, … */
  readonly moves: readonly Position[];
  /** null while the game is on. */
  readonly outcome: Outcome | null;
}

/** Why a move is rejected; the order is the order of the checks, docs/spec/play.md#play-5.1. */
export type RuleViolation = 'not-active' | 'out-of-board' | 'occupied' | 'centre-locked' | 'out-of-turn';

/** What a list of moves from outside turned out to be: a game, or the first move (1-based ply) that breaks a rule. */
export type Replay =
  | { readonly ok: true; readonly state: GameState }
  | { readonly ok: false; readonly ply: number; readonly violation: RuleViolation };

const DRAW: Draw = Object.freeze({ winner: null, condition: 'draw', winningPositions: null });

/** The empty board, X to move. */
export const NEW_GAME: GameState = Object.freeze({ x: 0, o: 0, moves: Object.freeze([]), outcome: null });

/** How the game on this board has ended, or null while it is on. A full board without a line is a draw. */
export function outcomeOf(marks: Marks): Outcome | null {
  const winner = hasLine(marks.x) ? 'X' : hasLine(marks.o) ? 'O' : null;
  if (winner === null) return (marks.x | marks.o) === ALL_CELLS ? DRAW : null;
  const lines = completedLines(winner === 'X' ? marks.x : marks.o);
  return lines && { winner, condition: lines.condition, winningPositions: lines.positions };
}

/** Why `side` may not take `position` now, or null when it may. Allocates nothing; any number may be asked about. */
export function violationOf(state: GameState, side: Side, position: number): RuleViolation | null {
  if (state.outcome !== null) return 'not-active';
  if (!isPosition(position)) return 'out-of-board';
  const taken = state.x | state.o;
  const bit = bitOf(position);
  if ((taken & bit) !== 0) return 'occupied';
  if (taken === 0 && bit === CENTRE_BIT) return 'centre-locked';
  return side === sideToMove(state) ? null : 'out-of-turn';
}

/**
 * The game after the side to move has taken `position`.
 * @throws RangeError when the move is refused: ask {@link violationOf} first about moves from outside.
 */
export function applyMove(state: GameState, position: Position): GameState {
  const side = sideToMove(state);
  const violation = violationOf(state, side, position);
  if (violation !== null) throw new RangeError(`move ${state.moves.length + 1} at ${position}: ${violation}`);
  const x = side === 'X' ? state.x | bitOf(position) : state.x;
  const o = side === 'O' ? state.o | bitOf(position) : state.o;
  return { x, o, moves: [...state.moves, position], outcome: outcomeOf({ x, o }) };
}

/** The cells that may be taken now, ascending; none once the game has ended. */
export function legalMoves(state: GameState): Position[] {
  return state.outcome === null ? positionsOf(openCells(state.x | state.o)) : [];
}

/** Plays a list of positions from outside, in order from the empty board, and stops at the first illegal one. */
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
 * The game of a list of moves that is known to be legal, such as a stored one.
 * @throws RangeError when it is not.
 */
export function fromMoves(moves: readonly number[]): GameState {
  const result = replay(moves);
  if (!result.ok) throw new RangeError(`move ${result.ply}: ${result.violation}`);
  return result.state;
}
