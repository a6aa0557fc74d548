import { RadialCopies, blade, Cross, polarPath, polarLine, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './GreenLeaf.module.css';

const veins = [-26, -17, -8, 1, 10, 19]
  .map((y) => `M0 ${y + 5}-7.5 ${y - 2}M0 ${y + 5} 7.5 ${y - 2}`)
  .join('');

/** The leaves of the ring start inside each other and end outside. */
const spiral = (part: number) => 25.5 + 7.5 * part;
const FIRST_ANGLE = -10;
const LAST_ANGLE = 192;
const light = blade(FIRST_ANGLE, LAST_ANGLE, spiral, 17, 0);
const ringVeins = [25, 50, 75, 100, 125, 150, 172]
  .map((angle) => {
    const midribRadius = spiral((angle - FIRST_ANGLE) / (LAST_ANGLE - FIRST_ANGLE));
    return (
      polarLine([angle - 6, midribRadius], [angle + 5, midribRadius + 6]) +
      polarLine([angle - 6, midribRadius], [angle + 5, midribRadius - 6])
    );
  })
  .join('');

/** Two lance leaves laid across each other; two that chase each other round. */
export function GreenLeaf({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="greenleaf" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <Cross>
          <g className={styles.leaf}>
            <g className={motion.grow}>
              <path d="M0-45C13-28 13 10 0 38-13 10-13-28 0-45Z" className={styles.blade} />
              <path d="M0-45C13-28 13 10 0 38Z" className={styles.light} />
              <path d={veins} className={styles.vein} />
              <path d="M0-40V45" className={styles.rib} />
            </g>
          </g>
        </Cross>
      ) : (
        <RadialCopies count={2} from={12}>
          <g className={styles.leaf}>
            <g className={motion.pop}>
              <path d={blade(-10, 192, spiral, 17)} className={styles.blade} />
              <path d={light} className={styles.light} />
              <path d={polarPath(-22, 186, spiral)} className={styles.rib} />
              <path d={ringVeins} className={styles.vein} />
            </g>
          </g>
        </RadialCopies>
      )}
      <RadialCopies count={4} at={24}>
        <path d="M0 0C4-3 4-8 0-12-4-8-4-3 0 0Z" className={`${styles.blade} ${motion.fly}`} />
      </RadialCopies>
    </PieceSvg>
  );
}
