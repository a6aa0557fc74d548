import { CENTRE, type Line, linesThrough, type Position, POSITIONS } from '@fifteen/domain';
import { memo } from 'react';
import { CELL, centre, diagonals, HEIGHT, linesWithin, RULE_X, stroke, WIDTH } from './geometry.ts';
import styles from './Field.module.css';

const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;

/** The layer below the pieces: fifteen wells, the brass rule, and hairlines of the valid diagonals. */
export const Field = memo(function Field({
  highlighted,
  isCentreLocked,
}: {
  highlighted: Position | null;
  isCentreLocked: boolean;
}) {
  return (
    <svg viewBox={viewBox} aria-hidden className={styles.field}>
      <defs>
        <linearGradient id="well-rim" x2="0" y2="1">
          <stop className={styles.rimTop} />
          <stop offset="1" className={styles.rimBottom} />
        </linearGradient>
        <linearGradient id="well-depth" x2="0" y2="1">
          <stop className={styles.shadeTop} />
          <stop offset="0.32" className={styles.shadeEnd} />
        </linearGradient>
        <pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V9" className={styles.hatch} />
        </pattern>
      </defs>
      {POSITIONS.map((position) => (
        <CellShape key={position} position={position} className={styles.well} />
      ))}
      {POSITIONS.map((position) => (
        <CellShape key={position} position={position} className={styles.depth} />
      ))}
      {isCentreLocked && <CellShape position={CENTRE} className={styles.hatched} />}
      <path d={`M${RULE_X} 2V${HEIGHT - 2}`} className={styles.rule} />
      {diagonals.map((line) => (
        <Stroke key={line.mask} line={line} extension={0} className={styles.hairline} />
      ))}
      {diagonals.map(({ mask, positions }) => (
        <Ends key={mask} of={positions} />
      ))}
      {highlighted !== null &&
        linesThrough(highlighted).map((line) => (
          <Stroke
            key={line.mask}
            line={line}
            extension={34}
            className={`${styles.highlight} ${styles[line.condition]}`}
          />
        ))}
    </svg>
  );
});

/** The layer above the pieces: the winning line through its cells. */
export function WinLines({ winning }: { winning: readonly Position[] }) {
  return (
    <svg viewBox={viewBox} aria-hidden className={styles.field}>
      {linesWithin(winning).map((line) => (
        <Stroke key={line.mask} line={line} extension={40} className={styles.win} />
      ))}
    </svg>
  );
}

/** Marks cells that resemble a line, while a hint explains them. */
export function NearLine({ cells }: { cells: readonly Position[] }) {
  const [first = 1, last = 1] = [cells[0], cells.at(-1)];
  const [from, to] = [centre(first), centre(last)];
  return (
    <svg viewBox={viewBox} aria-hidden className={styles.field}>
      <path d={`M${from.x} ${from.y} ${to.x} ${to.y}`} pathLength={1} className={styles.near} />
      {cells.map(centre).map(({ x, y }) => (
        <rect
          key={`${x} ${y}`}
          x={x - CELL / 2 + 3}
          y={y - CELL / 2 + 3}
          width={CELL - 6}
          height={CELL - 6}
          rx="12"
          className={styles.nearCell}
        />
      ))}
    </svg>
  );
}

function CellShape({ position, className }: { position: Position; className: string | undefined }) {
  const { x, y } = centre(position);
  return <rect x={x - CELL / 2} y={y - CELL / 2} width={CELL} height={CELL} rx="14" className={className} />;
}

function Stroke({
  line,
  extension,
  className,
}: {
  line: Line;
  extension: number;
  className: string | undefined;
}) {
  const { from, to } = stroke(line, extension);
  return <path d={`M${from.x} ${from.y} ${to.x} ${to.y}`} pathLength={1} className={className} />;
}

/** A dot at both ends of a line, as on a Go board. */
function Ends({ of }: { of: readonly Position[] }) {
  return of
    .filter((_, index) => index === 0 || index === of.length - 1)
    .map(centre)
    .map(({ x, y }) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.6" className={styles.point} />);
}
