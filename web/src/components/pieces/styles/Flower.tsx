import { RadialCopies, Cross, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Flower.module.css';

const petal = 'M0 1C-6.5-1.5-8-9-4.5-13-2.5-15-1-13.5 0-12.5 1-13.5 2.5-15 4.5-13 8-9 6.5-1.5 0 1Z';

/** Crossed stems with a blossom on every end; one great blossom, open in the middle. */
export function Flower({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="flower" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <>
          <Cross>
            <path d="M0-30V30" className={`${styles.stem} ${motion.grow}`} />
          </Cross>
          <RadialCopies count={4} from={45}>
            <path d="M0-11C5-11 8-14.5 8-20 3-19.5 0-16 0-11Z" className={styles.leaf} />
          </RadialCopies>
          <RadialCopies count={4} from={45} at={32}>
            <g className={`${styles.turn} ${motion.pop}`}>
              <RadialCopies count={5}>
                <path d={petal} className={styles.petal} />
              </RadialCopies>
              <circle r="4.2" className={styles.heart} />
            </g>
          </RadialCopies>
        </>
      ) : (
        <g className={styles.turn}>
          <circle r="25" className={`${styles.base} ${motion.pop}`} />
          <RadialCopies count={9} at={20}>
            <g className={motion.pop}>
              <path
                d="M0 4C-9 1.5-14-8-9.5-17-6.5-22.5-2-21 0-18.5 2-21 6.5-22.5 9.5-17 14-8 9 1.5 0 4Z"
                className={styles.petal}
              />
              <path d="M0-2V-11M-3.5-3-5-9M3.5-3 5-9" className={styles.line} />
            </g>
          </RadialCopies>
          <circle r="19.5" className={styles.pollen} />
        </g>
      )}
      <RadialCopies count={5} from={36} at={26}>
        <g className={motion.fly}>
          <path d={petal} transform="scale(.6)" className={styles.petal} />
        </g>
      </RadialCopies>
    </PieceSvg>
  );
}
