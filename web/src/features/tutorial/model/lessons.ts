import {
  fromBoard,
  type Marks,
  NEW_GAME,
  outcomeOf,
  type Position,
  type RuleViolation,
  violationOf,
  type Win,
} from '@fifteen/domain';

/** A board of the tutorial: X to move, with one task. */
export interface Lesson {
  readonly key: 'place' | 'lock' | 'edge' | 'middle' | 'column' | 'diagonal';
  readonly x: readonly Position[];
  readonly o: readonly Position[];
  /** The cells that solve it; null if every open one does. */
  readonly goal: readonly Position[] | null;
  /** A cell that looks right and is wrong. */
  readonly trap?: Position;
}

export const lessons: readonly Lesson[] = [
  { key: 'place', x: [4], o: [12], goal: null },
  { key: 'lock', x: [], o: [], goal: null },
  { key: 'edge', x: [2, 3, 4], o: [6, 9, 15], goal: [1, 5] },
  { key: 'middle', x: [6, 7, 8, 9], o: [1, 3, 12, 14], goal: [10] },
  { key: 'column', x: [5, 15], o: [2, 9], goal: [10] },
  { key: 'diagonal', x: [3, 7, 9], o: [4, 6, 14], goal: [11], trap: 15 },
];

/** The result of a press: it solves the lesson, is invalid, falls into the trap, or misses the task. */
export type Attempt = 'solved' | 'trap' | 'missed' | Exclude<RuleViolation, 'out-of-board'>;

/** Returns the board of a lesson, with `taken` added. */
export function marksOf({ x, o }: Lesson, taken: Position | null = null): Marks {
  const own = taken === null ? x : [...x, taken];
  return fromBoard(Object.fromEntries([...own.map((cell) => [cell, 'X']), ...o.map((cell) => [cell, 'O'])]));
}

/** Judges a press. A lesson has no history, so the rules are applied to its position. */
export function tryMove(lesson: Lesson, position: Position): Attempt {
  const moveError = violationOf({ ...NEW_GAME, ...marksOf(lesson) }, 'X', position);
  if (moveError === 'out-of-board') return 'missed';
  if (moveError !== null) return moveError;
  if (lesson.goal === null || lesson.goal.includes(position)) return 'solved';
  return position === lesson.trap ? 'trap' : 'missed';
}

/** Returns the win that a solved lesson shows; null if it only shows a move. */
export function winOf(lesson: Lesson, taken: Position): Win | null {
  const outcome = outcomeOf(marksOf(lesson, taken));
  return outcome?.winner ? outcome : null;
}
