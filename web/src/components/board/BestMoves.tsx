import type { Position, Side } from '@fifteen/domain';
import { centre, HEIGHT, WIDTH } from './geometry.ts';
import styles from './BestMoves.module.css';

interface BestMovesProps {
  cells: readonly Position[];
  /** The side that moves next: its sign is shown. */
  side: Side;
}

/** Leaves the corner with the cell's number free. */
const RING = 35;

/** Over the board: where the side to move should go. The words stand beside it. */
export function BestMoves({ cells, side }: BestMovesProps) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className={styles.marks}>
      {cells.map((position) => {
        const { x, y } = centre(position);
        return (
          <g key={position} transform={`translate(${x} ${y})`} className={styles.best} data-side={side}>
            <circle r={RING} className={styles.ring} />
            {side === 'X' ? <path d="M-13-13 13 13M13-13-13 13" /> : <circle r="15" />}
          </g>
        );
      })}
    </svg>
  );
}
