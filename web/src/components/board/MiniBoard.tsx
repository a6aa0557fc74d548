import { type BoardRecord, type Line, type Position, POSITIONS } from '@fifteen/domain';
import { CELL, centre, HEIGHT, linesWithin, stroke, WIDTH } from './geometry.ts';
import styles from './MiniBoard.module.css';

interface MiniBoardProps {
  board: BoardRecord;
  winning?: readonly Position[] | null;
  /** Lines to draw; defaults to the complete lines among the winning cells. */
  lines?: readonly Line[] | undefined;
  /** A locked cell: hatched, with a padlock. */
  locked?: Position | undefined;
  /** Cells that resemble a line: a dashed line, struck through. */
  crossedOut?: readonly Position[] | undefined;
  className?: string;
}

/** A small board without interaction; the text beside it describes it. */
export function MiniBoard({ board, winning, lines, locked, crossedOut, className }: MiniBoardProps) {
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
            {position === locked && <Lock />}
            {side === 'X' && <path d="M-19-19 19 19M19-19-19 19" pathLength={1} className={styles.x} />}
            {side === 'O' && <circle r="21" pathLength={1} className={styles.o} />}
          </g>
        );
      })}
      {(lines ?? linesWithin(winning ?? [])).map((line) => {
        const { from, to } = stroke(line, 34);
        return (
          <path
            key={line.mask}
            d={`M${from.x} ${from.y} ${to.x} ${to.y}`}
            pathLength={1}
            className={styles.win}
          />
        );
      })}
      {crossedOut && <CrossedOutLine cells={crossedOut} />}
    </svg>
  );
}

function Lock() {
  return (
    <>
      <path d="M-48-8-8-48M-48 32 32-48M-32 48 48-32M8 48 48 8" className={styles.hatch} />
      <g transform="scale(3.2) translate(-12 -12.5)" className={styles.lock}>
        <path d="M8 11V8a4 4 0 0 1 8 0v3" />
        <rect x="5.5" y="11" width="13" height="9" rx="2.5" />
      </g>
    </>
  );
}

/** The bar crosses the dashed line between its last two cells, where it hides no piece. */
function CrossedOutLine({ cells }: { cells: readonly Position[] }) {
  const [from, to] = [centre(cells[0] ?? 1), centre(cells.at(-1) ?? 1)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const [x, y] = [from.x + dx * 0.75, from.y + dy * 0.75];
  const half = 42 / Math.hypot(dx, dy);
  const bar = `M${x - dy * half} ${y + dx * half} ${x + dy * half} ${y - dx * half}`;
  return (
    <>
      <path d={`M${from.x} ${from.y} ${to.x} ${to.y}`} className={styles.dashed} />
      <path d={bar} className={styles.bar} />
    </>
  );
}
