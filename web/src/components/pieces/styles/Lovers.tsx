import { arc, RadialCopies, Cross, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Lovers.module.css';

const heart = 'M0 12C-17 1-14.5-12-6.5-12-2.5-12-.5-9.5 0-7.5.5-9.5 2.5-12 6.5-12 14.5-12 17 1 0 12Z';

/** Two ribbons that cross in a heart; two arcs that meet in hearts. */
export function Lovers({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="lovers" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <>
          <Cross>
            {(index) => (
              <g className={`${index ? styles.hers : styles.his} ${motion.slide}`}>
                <path d="M-6.5-44 0-37 6.5-44V44L0 37-6.5 44Z" />
                <path d="M-2.5-33V33M2.5-33V33" className={styles.seam} />
              </g>
            )}
          </Cross>
          <g className={motion.pop}>
            <path d={heart} className={`${styles.heart} ${styles.beat}`} />
          </g>
        </>
      ) : (
        <>
          <g className={motion.pop}>
            <path d={arc(29, 0, 180)} className={styles.left} />
            <path d={arc(29, 180, 360)} className={styles.right} />
            <circle r="29" className={styles.seam} />
          </g>
          {[-29, 29].map((y) => (
            <g key={y} transform={`translate(0 ${y}) scale(.82)`}>
              <g className={`${styles.late} ${motion.pop}`}>
                <path d={heart} className={`${styles.heart} ${styles.beat}`} />
              </g>
            </g>
          ))}
        </>
      )}
      <RadialCopies count={5} from={-72}>
        <g className={motion.fly}>
          <path d={heart} transform="translate(0 -22) scale(.34)" className={styles.heart} />
        </g>
      </RadialCopies>
    </PieceSvg>
  );
}
