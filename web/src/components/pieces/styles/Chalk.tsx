import type { PieceProps } from '../PieceSvg.tsx';
import { arc, Cross, PieceSvg } from '../PieceSvg.tsx';
import styles from './Chalk.module.css';

/** Where chalk skips over the board: dashes of uneven length along a stroke. */
const grain = [
  '1 2.2 .5 3.4 2 1.6 .7 2.8',
  '.6 1.8 2.4 2.6 .8 3.2 1.2 2',
  '1.6 3.6 .5 2.2 1 4.4 .8 1.6',
] as const;
const specks = 'M-33-9h.1M-29 31h.1M34 12h.1M27-34h.1M9 40h.1M-41 20h.1M40-22h.1M-12-41h.1';

/** A stroke of chalk: a soft band, a dense core, and the grain of the board in both. */
function Stroke({ d }: { d: string }) {
  return (
    <>
      <path d={d} pathLength={100} className={styles.dust} />
      <path d={d} pathLength={100} className={styles.band} />
      {grain.map((dashes, index) => (
        <path
          key={dashes}
          d={d}
          pathLength={100}
          strokeDasharray={dashes}
          className={styles.grain}
          style={{ strokeDashoffset: index * 7, strokeWidth: 1.7 - index * 0.3 }}
          transform={`translate(${[3, -3, 0.4][index]} ${[-1.2, 1.4, 0.6][index]})`}
        />
      ))}
    </>
  );
}

/** Drawn by hand: two strokes that overshoot a little, and a ring that does not quite meet itself. */
export function Chalk({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="chalk" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <Cross>{(index) => <Stroke d={index ? 'M1-37C-2-14 2 12-1 38' : 'M-1-38C3-12-2 15 2 37'} />}</Cross>
      ) : (
        <Stroke d={`${arc(29, 14, 194)}A29.6 28.6 0 0 1 9.4-27.6`} />
      )}
      <path d={specks} className={styles.specks} />
    </PieceSvg>
  );
}
