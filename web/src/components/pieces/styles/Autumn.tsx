import { RadialCopies, polarPath, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Autumn.module.css';

const oak =
  'M0 1C-2-2-6-2-6.6-5.4-7-7.6-5.6-8.4-5.6-8.4-9.6-8.6-11.4-11-10.4-14-9.8-15.8-7.6-16-7.6-16-9.8-18.4-9-21.6-6-22.4-4.6-22.7-3.6-21.8-3.6-21.8-3.8-24.6-2.2-26.8 0-28 2.2-26.8 3.8-24.6 3.6-21.8 3.6-21.8 4.6-22.7 6-22.4 9-21.6 9.8-18.4 7.6-16 7.6-16 9.8-15.8 10.4-14 11.4-11 9.6-8.6 5.6-8.4 5.6-8.4 7-7.6 6.6-5.4 6-2 2-2 0 1Z';

function Leaf() {
  return (
    <>
      <path d={oak} className={styles.leaf} />
      <path d="M0 0V-23M0-8-5-12M0-8 5-12M0-14-4.5-18.5M0-14 4.5-18.5" className={styles.vein} />
    </>
  );
}

/** Crossed twigs with an oak leaf on every end; a wreath of eight. */
export function Autumn({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="autumn" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <RadialCopies count={4} from={45}>
          <path
            d="M-5.2 0C-4-9-3.8-17-2-26H2C3.8-17 4-9 5.2 0Z"
            className={`${styles.twig} ${motion.grow}`}
          />
          <g transform="translate(0 -15) scale(1.1)">
            <g className={`${styles.held} ${motion.pop}`}>
              <Leaf />
            </g>
          </g>
        </RadialCopies>
      ) : (
        <>
          <path
            d={`${polarPath(0, 360, (part) => 28 + Math.sin(part * 50) * 0.8, 48)}Z`}
            className={`${styles.vine} ${motion.pop}`}
          />
          <RadialCopies count={8} at={28}>
            <g transform="translate(-7 1) rotate(66) scale(.94)">
              <g className={`${styles.held} ${motion.pop}`}>
                <Leaf />
              </g>
            </g>
          </RadialCopies>
        </>
      )}
      <RadialCopies count={5} from={20} at={26}>
        <g className={motion.fly}>
          <path d={oak} transform="rotate(50) scale(.42)" className={styles.leaf} />
        </g>
      </RadialCopies>
    </PieceSvg>
  );
}
