import { type BoardRecord, type Position, POSITIONS } from '@fifteen/rules';
import { CELL, centre, HEIGHT, linesWithin, stroke, WIDTH } from './geometry.ts';
import styles from './MiniBoard.module.css';

interface MiniBoardProps {
  board: BoardRecord;
  winning?: readonly Position[] | null;
  className?: string;
}

/** A board at a glance, to look at only; what it shows is said beside it. */
export function MiniBoard({ board, winning, className }: MiniBoardProps) {
  return (
    <svg
      viewBox={`-14 -14 ${WIDTH + 28} ${HEIGHT + 28}`}
      aria-hidden
      className={`${styles.board} ${className ?? ''}`}
    >
      {POSITIONS.map((position) => {
        const { x, y } = centre(position);
        const side = board[position];
        return (
          <g
            key={position}
            transform={`translate(${x} ${y})`}
            data-dim={winning ? !winning.includes(position) : undefined}
          >
            <rect x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} rx="16" className={styles.well} />
            {side === 'X' && <path d="M-19-19 19 19M19-19-19 19" className={styles.x} />}
            {side === 'O' && <circle r="21" className={styles.o} />}
          </g>
        );
      })}
      {winning &&
        linesWithin(winning).map((line) => {
          const { from, to } = stroke(line, 34);
          return <path key={line.mask} d={`M${from.x} ${from.y} ${to.x} ${to.y}`} className={styles.win} />;
        })}
    </svg>
  );
}
