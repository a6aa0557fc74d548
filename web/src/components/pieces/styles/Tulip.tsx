import { RadialCopies, Cross, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Tulip.module.css';

/** A tulip's cup, whose foot is the origin: two petals outside, one in front. */
function Cup() {
  return (
    <g className={styles.cup}>
      <g className={motion.pop}>
        <path d="M0 0C-10 0-13.5-8-12-18-11.5-21.5-10.5-24-9.5-26L-2-15Z" className={styles.petal} />
        <path d="M0 0C10 0 13.5-8 12-18 11.5-21.5 10.5-24 9.5-26L2-15Z" className={styles.petal} />
        <path d="M0 0C-7.5-3-8-15 0-28 8-15 7.5-3 0 0Z" className={styles.front} />
        <path d="M-1.5-4C-3.5-10-2.5-16 0-21" className={styles.line} />
      </g>
    </g>
  );
}

/** Two tulips laid across each other; a wreath of six cups. */
export function Tulip({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="tulip" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <Cross>
          <g className={motion.grow}>
            <path d="M0-18V43" className={styles.stem} />
            <path
              d="M0 40C-11 35-13 22-10.5 12-3 17 0 28 0 40ZM0 34C9 30 12 20 10.5 9 3.5 14 0 23 0 34Z"
              className={styles.leaf}
            />
          </g>
          <g transform="translate(0 -16)">
            <Cup />
          </g>
        </Cross>
      ) : (
        <>
          <circle r="23" className={`${styles.ring} ${motion.pop}`} />
          <RadialCopies count={6} from={30} at={24}>
            <path
              d="M0 0C-1.5-7 1.5-11 6-14 7-7 5-2 0 0ZM0 0C1.5-7-1.5-11-6-14-7-7-5-2 0 0Z"
              className={styles.leaf}
            />
          </RadialCopies>
          <RadialCopies count={6} at={23}>
            <g transform="scale(.74 .7)">
              <Cup />
            </g>
          </RadialCopies>
        </>
      )}
      <RadialCopies count={5} from={-70} at={24}>
        <path d="M0 0C-5-3-5-9 0-15 5-9 5-3 0 0Z" className={`${styles.front} ${motion.fly}`} />
      </RadialCopies>
    </PieceSvg>
  );
}
