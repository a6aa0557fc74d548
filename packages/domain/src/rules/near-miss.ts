import { bitOf, maskOf, sideToMove, type Position } from './board.ts';
import type { GameState } from './game.ts';

/**
 * Cells that look like a line without being one: three in an edge row (which needs four), four in the middle row (which
 * needs all five), or a diagonal that ends in the sealed fifth column.
 */
export interface NearMiss {
  readonly kind: 'edge-row' | 'middle-row' | 'sealed-diagonal';
  readonly positions: readonly Position[];
}

const NEAR_MISSES: readonly NearMiss[] = [
  { kind: 'edge-row', positions: [1, 2, 3] },
  { kind: 'edge-row', positions: [2, 3, 4] },
  { kind: 'edge-row', positions: [3, 4, 5] },
  { kind: 'edge-row', positions: [11, 12, 13] },
  { kind: 'edge-row', positions: [12, 13, 14] },
  { kind: 'edge-row', positions: [13, 14, 15] },
  { kind: 'middle-row', positions: [6, 7, 8, 9] },
  { kind: 'middle-row', positions: [7, 8, 9, 10] },
  { kind: 'sealed-diagonal', positions: [3, 9, 15] },
  { kind: 'sealed-diagonal', positions: [5, 9, 13] },
];

/** Returns the near misses that the last move completed; none when it won. */
export function nearMisses(state: GameState): readonly NearMiss[] {
  const last = state.moves.at(-1);
  if (last === undefined || state.outcome) return [];
  const own = sideToMove(state) === 'O' ? state.x : state.o;
  return NEAR_MISSES.filter(({ positions }) => {
    const mask = maskOf(positions);
    return (own & mask) === mask && (mask & bitOf(last)) !== 0;
  });
}
