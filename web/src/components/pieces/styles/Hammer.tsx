import { RadialCopies, Cross, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Hammer.module.css';

/** Two war hammers laid across each other; a forged ring with six rivets. */
export function Hammer({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="hammer" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <Cross>
          <g className={styles.swing}>
            <rect x="-4" y="-28" width="8" height="66" rx="3" className={styles.wood} />
            <path d="M-4 17 4 13M-4 24 4 20M-4 31 4 27" className={styles.grip} />
            <rect x="-5.5" y="36" width="11" height="7" rx="3" className={styles.steel} />
            <path
              d="M-16-41H-11L-9-43H9L11-41H16Q18-41 18-39V-25Q18-23 16-23H11L9-21H-9L-11-23H-16Q-18-23-18-25V-39Q-18-41-16-41Z"
              className={styles.steel}
            />
            <path d="M-11-41V-23M11-41V-23" className={styles.edge} />
            <path d="M-8-39H8" className={styles.shine} />
          </g>
        </Cross>
      ) : (
        <g className={motion.drop}>
          <circle r="29" className={styles.forged} />
          <circle r="35" className={styles.rim} />
          <circle r="23" className={styles.hollow} />
          <RadialCopies count={6} from={30} at={29}>
            <path d="M-6-2.5Q0-4.5 6-2.5M-4 3Q0 1.5 4 3" className={styles.dent} />
          </RadialCopies>
          <RadialCopies count={6} at={29}>
            <circle r="3.8" className={styles.rivet} />
            <path d="M-1.6-1.2A2 2 0 0 1 .4-2" className={styles.spot} />
          </RadialCopies>
        </g>
      )}
      <RadialCopies count={7} from={10} at={24}>
        <path d="M0 0V-6" className={`${styles.hit} ${motion.fly}`} />
      </RadialCopies>
    </PieceSvg>
  );
}
