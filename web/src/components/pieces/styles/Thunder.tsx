import { arc, RadialCopies, Cross, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Thunder.module.css';

/** Two crossed bolts; a ring of three arcs between which it sparks. */
export function Thunder({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="thunder" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <Cross>
          {(index) => (
            <g transform={index ? 'scale(-1 1)' : undefined}>
              <g className={styles.strike}>
                <path d="M1-47 10-40 4-6.5 12-6.5-1 47-10 40-4 7.5-12 7.5Z" className={styles.bolt} />
                <path d="M4-37-1.5 1 3.5 0-4 37" className={styles.core} />
              </g>
            </g>
          )}
        </Cross>
      ) : (
        <>
          <RadialCopies count={3} from={-50}>
            <g className={motion.grow}>
              <path d={arc(29, 0, 100)} className={styles.arc} />
              <path d={arc(29, 8, 92)} className={styles.core} />
            </g>
          </RadialCopies>
          <RadialCopies count={3} from={60} at={29}>
            <path d="M-10 3-3-6 1.5 5.5 10-3.5" className={styles.spark} />
          </RadialCopies>
        </>
      )}
      <RadialCopies count={side === 'X' ? 4 : 3} from={side === 'X' ? 0 : 60} at={side === 'X' ? 18 : 38}>
        <path d="M0 4-3-2 2-5-1-12" className={`${styles.flash} ${motion.fly}`} />
      </RadialCopies>
    </PieceSvg>
  );
}
