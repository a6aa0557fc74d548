import { columnOf, type Line, LINES, type Position, rowOf } from '@fifteen/domain';

/**
 * The playing field in its own units, with cells of 100. The fifth column stands apart: the brass rule runs through the
 * wider gap. The grid of buttons (Board.module.css) and the drawing share these figures.
 */
export const CELL = 100;
const GAP = 10;
const RULE_GAP = 26;
export const WIDTH = 5 * CELL + 3 * GAP + RULE_GAP;
export const HEIGHT = 3 * CELL + 2 * GAP;
export const RULE_X = 4 * CELL + 3 * GAP + RULE_GAP / 2;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function columnX(column: number): number {
  return (column - 1) * (CELL + GAP) + (column === 5 ? RULE_GAP - GAP : 0) + CELL / 2;
}

export function rowY(row: number): number {
  return (row - 1) * (CELL + GAP) + CELL / 2;
}

export function centre(position: Position): Point {
  return { x: columnX(columnOf(position)), y: rowY(rowOf(position)) };
}

/**
 * Returns the stroke of a line, from the centre of its first cell to that of its last, extended by `extension` at both
 * ends.
 */
export function stroke(line: Line, extension: number): { from: Point; to: Point } {
  const ends = [line.positions[0], line.positions.at(-1)];
  const [a, b] = ends.map((end) => centre(end ?? 1)) as [Point, Point];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [dx, dy] = [((b.x - a.x) / length) * extension, ((b.y - a.y) / length) * extension];
  return { from: { x: a.x - dx, y: a.y - dy }, to: { x: b.x + dx, y: b.y + dy } };
}

export const diagonals = LINES.filter((line) => line.condition === 'diagonal');

/** Returns the complete lines among the winning cells: one, or more when one move completed several. */
export function linesWithin(winning: readonly Position[]): Line[] {
  return LINES.filter((line) => line.positions.every((position) => winning.includes(position)));
}

/** Returns the cell one arrow key away, or null at the edge. Arrows are physical: the board never mirrors. */
export function adjacent(position: Position, key: string): Position | null {
  const [row, column] = [rowOf(position), columnOf(position)];
  if (key === 'ArrowRight' && column < 5) return (position + 1) as Position;
  if (key === 'ArrowLeft' && column > 1) return (position - 1) as Position;
  if (key === 'ArrowDown' && row < 3) return (position + 5) as Position;
  if (key === 'ArrowUp' && row > 1) return (position - 5) as Position;
  if (key === 'Home') return ((row - 1) * 5 + 1) as Position;
  if (key === 'End') return (row * 5) as Position;
  return null;
}
