import { RadialCopies, Cross, polarPath, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './BestFriends.module.css';

const CROSSINGS = 10;
/** Returns a strand of the braid, which swings opposite to the other one. */
const strand = (sign: 1 | -1) =>
  `${polarPath(0, 360, (part) => 29 + sign * 4.6 * Math.sin(Math.PI * CROSSINGS * part), 120)}Z`;
/** The parts in which the first strand lies over the second: every other crossing. */
const over = Array.from({ length: CROSSINGS / 2 }, (_, index) => {
  const [from, to] = [(2 * index - 0.34) / CROSSINGS, (2 * index + 0.34) / CROSSINGS];
  return polarPath(
    from * 360,
    to * 360,
    (part) => 29 + 4.6 * Math.sin(Math.PI * CROSSINGS * (from + (to - from) * part)),
    8,
  );
}).join('');

/** A band of two cords, knotted at both ends. */
function Band() {
  return (
    <>
      <path d="M-4-34V34M4-34V34" className={styles.edge} />
      <path d="M-4-34V34M4-34V34" className={styles.cord} />
      <path d="M-4-31V31M4-31V31" className={styles.twist} />
    </>
  );
}

function Knots() {
  return [0, 180].map((turn) => (
    <g key={turn} transform={`rotate(${turn})`}>
      <path d="M-3-38-5.5-46M0-38V-48M3-38 5.5-46" className={styles.fringe} />
      <rect x="-8.5" y="-38" width="17" height="6" rx="3" className={styles.knot} />
    </g>
  ));
}

/** Two friendship bands woven through each other; two strands braided into one bracelet. */
export function BestFriends({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="bestfriends" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <>
          <Cross>
            {(index) => (
              <g className={index ? styles.mine : styles.yours}>
                <g className={motion.slide}>
                  <Band />
                  <Knots />
                </g>
              </g>
            )}
          </Cross>
          <g transform="rotate(45)" className={styles.yours}>
            <g className={styles.weave}>
              <path d="M-4-9V1M4-1V9" className={styles.edge} />
              <path d="M-4-10V2M4-2V10" className={styles.cord} />
              <path d="M-4-8V0M4 0V8" className={styles.twist} />
            </g>
          </g>
        </>
      ) : (
        <g className={motion.pop}>
          <g className={styles.yours}>
            <path d={strand(1)} className={styles.cord} />
            <path d={strand(1)} className={styles.twist} />
          </g>
          <g className={styles.mine}>
            <path d={strand(-1)} className={styles.edge} />
            <path d={strand(-1)} className={styles.cord} />
            <path d={strand(-1)} className={styles.twist} />
          </g>
          <g className={styles.yours}>
            <path d={over} className={styles.edge} />
            <path d={over} className={styles.cord} />
            <path d={over} className={styles.twist} />
          </g>
        </g>
      )}
      <RadialCopies count={6} from={30} at={24}>
        {(index) => (
          <g className={index % 2 ? styles.mine : styles.yours}>
            <path d="M-3 0H3M0-3V3" className={`${styles.cord} ${styles.pop} ${motion.fly}`} />
          </g>
        )}
      </RadialCopies>
    </PieceSvg>
  );
}
