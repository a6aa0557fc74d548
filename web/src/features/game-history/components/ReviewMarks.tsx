import type { Position, Side } from '@fifteen/domain';
import { BestMoves } from '@/components/board/BestMoves.tsx';
import { CELL, centre, HEIGHT, WIDTH } from '@/components/board/geometry.ts';
import styles from './Review.module.css';

interface ReviewMarksProps {
  /** The best cells for the side that moves next. */
  best: readonly Position[];
  side: Side;
  /** The cell of a move that lost a win or a draw. */
  fault: Position | null;
}

/** Over the board: where the next mover should go, and the move that was a mistake. Text beside it says the same. */
export function ReviewMarks({ best, side, fault }: ReviewMarksProps) {
  return (
    <>
      <BestMoves cells={best} side={side} />
      {fault !== null && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className={styles.marks}>
          <Fault {...centre(fault)} />
        </svg>
      )}
    </>
  );
}

function Fault({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x + CELL / 2 - 16} ${y - CELL / 2 + 16})`} className={styles.fault}>
      <circle r="13" />
      <path d="M0-6V1.5M0 6.4v.1" />
    </g>
  );
}
