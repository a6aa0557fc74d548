import { arc, RadialCopies, Cross, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Holi.module.css';

const tints = [styles.pink, styles.gold, styles.teal];
/** Positions and sizes of grains of powder. */
const grains = [
  [-9, -41, 1.8],
  [8, -44, 2.2],
  [11, -34, 1.3],
  [-12, -30, 1.4],
  [-2, -47, 1.2],
  [9, 40, 1.8],
  [-8, 43, 2.1],
  [-12, 33, 1.2],
] as const;

/** One swipe of a dry hand, ragged at both ends. */
function Swipe() {
  return (
    <>
      <path
        d="M-6-36C-7.5-20-6 0-7 20-7 27-5.5 33-6.5 38L-3.5 34-2 43 .5 37 3 44 4 36 7 39C6 24 8 6 6.5-12 6-22 8-30 6.5-37L4-33 2-43-.5-36-3-42-4-33Z"
        className={styles.powder}
      />
      <path d="M-10-24C-9-8-10 6-9.5 17M10-18C9-4 10.5 10 10 25" className={styles.streak} />
      <path d="M-2.5-26V18M2.5-16V28" className={styles.rub} />
      {grains.map(([cx, cy, r]) => (
        <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={r} className={styles.powder} />
      ))}
    </>
  );
}

/** Two swipes of powder; a ring of three colours with a speckled rim. */
export function Holi({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="holi" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <Cross>
          {(index) => (
            <g className={`${index ? styles.teal : styles.pink} ${motion.slide}`}>
              <Swipe />
            </g>
          )}
        </Cross>
      ) : (
        <RadialCopies count={6}>
          {(index) => (
            <g className={`${tints[index % 3]} ${motion.pop}`}>
              <path d={arc(29, -34, 34)} className={styles.band} />
              <path d={`${arc(36.5, -24, 16)}${arc(21.5, -14, 26)}`} className={styles.streak} />
              <path d={arc(29, -22, 14)} className={styles.rub} />
              <circle cx="-6" cy="-41" r="1.9" className={styles.powder} />
              <circle cx="5" cy="-42.5" r="1.4" className={styles.powder} />
              <circle cx="14" cy="-39" r="1.6" className={styles.powder} />
              <circle cx="4" cy="-17" r="1.4" className={styles.powder} />
            </g>
          )}
        </RadialCopies>
      )}
      <RadialCopies count={10} at={26}>
        {(index) => (
          <g className={tints[index % 3]}>
            <circle r={2.6 + (index % 3)} className={`${styles.powder} ${motion.puff}`} />
            <circle r="2.8" className={`${styles.powder} ${motion.fly}`} />
          </g>
        )}
      </RadialCopies>
    </PieceSvg>
  );
}
