import type { Position, Side } from '@fifteen/domain';
import { CELL, centre, HEIGHT, WIDTH } from '@/components/board/geometry.ts';
import styles from './Review.module.css';

interface ReviewMarksProps {
  /** The best cells for the side that moves next. */
  best: readonly Position[];
  side: Side;
  /** The cell of a move that lost a win or a draw. */
  fault: Position | null;
}

/** Radius that keeps the number of the cell visible. */
const RING = 35;

/** Marks over the board: the best cells, and a mistake. The text beside the board describes them. */
export function ReviewMarks({ best, side, fault }: ReviewMarksProps) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className={styles.marks}>
      {best.map((position) => {
        const { x, y } = centre(position);
        return (
          <g key={position} transform={`translate(${x} ${y})`} className={styles.best} data-side={side}>
            <circle r={RING} className={styles.ring} />
            {side === 'X' ? <path d="M-13-13 13 13M13-13-13 13" /> : <circle r="15" />}
          </g>
        );
      })}
      {fault !== null && <Fault {...centre(fault)} />}
    </svg>
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
