import { RadialCopies, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Lotus.module.css';

const petal = 'M0 2C-12-8-11.5-26 0-45 11.5-26 12-8 0 2Z';

/** Four petals on the diagonals, edged with gold; a mandala of twelve, open in the middle. */
export function Lotus({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="lotus" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <>
          <RadialCopies count={4} from={45}>
            <g className={motion.pop}>
              <path d={petal} transform="rotate(-13) scale(.62 .8)" className={styles.back} />
              <path d={petal} transform="rotate(13) scale(.62 .8)" className={styles.back} />
            </g>
          </RadialCopies>
          <RadialCopies count={4} from={45}>
            <g className={motion.pop}>
              <path d={petal} className={styles.petal} />
              <path d={petal} transform="translate(0 -5) scale(.5 .66)" className={styles.inner} />
            </g>
          </RadialCopies>
          <circle r="6" className={styles.heart} />
          <circle r="3" className={styles.seeds} />
        </>
      ) : (
        <>
          <RadialCopies count={12} from={15} at={20}>
            <g className={motion.pop}>
              <path d="M0 2C-7-3-8-11 0-21 8-11 7-3 0 2Z" className={styles.back} />
            </g>
          </RadialCopies>
          <circle r="25" className={`${styles.ring} ${motion.pop}`} />
          <RadialCopies count={12} at={20}>
            <g className={motion.pop}>
              <path d="M0 3C-8-2-9-10 0-20 9-10 8-2 0 3Z" className={styles.petal} />
              <path d="M0-1C-3-4-3.5-8 0-13 3.5-8 3-4 0-1Z" className={styles.inner} />
            </g>
          </RadialCopies>
          <circle r="18.5" className={styles.gold} />
        </>
      )}
      {[0, 1].map((index) => (
        <circle
          key={index}
          r="36"
          className={`${styles.water} ${motion.fly}`}
          style={{ animationDelay: `${600 + index * 400}ms` }}
        />
      ))}
    </PieceSvg>
  );
}
