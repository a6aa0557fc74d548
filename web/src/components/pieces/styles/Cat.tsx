import { RadialCopies, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Cat.module.css';

/** Four striped legs that cross, paws at the ends; a round face. */
export function Cat({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="cat" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <RadialCopies count={4} from={45}>
          <g className={motion.pop}>
            <path d="M0 0V-30" className={styles.leg} />
            <path d="M-5.5-11Q0-8.5 5.5-11M-5.5-18Q0-15.5 5.5-18" className={styles.stripe} />
            <path d="M-9-32A9 9 0 1 1 9-32 9 7.5 0 0 1-9-32Z" className={styles.fur} />
            <circle cx="-7" cy="-38" r="4" className={styles.fur} />
            <circle cy="-41.5" r="4.4" className={styles.fur} />
            <circle cx="7" cy="-38" r="4" className={styles.fur} />
            <g className={styles.bean}>
              <ellipse cy="-31" rx="4.4" ry="3.6" />
              <circle cx="-5.6" cy="-37.2" r="1.9" />
              <circle cy="-39.6" r="2.1" />
              <circle cx="5.6" cy="-37.2" r="1.9" />
            </g>
          </g>
        </RadialCopies>
      ) : (
        <g className={motion.drop}>
          <path d="M-31-8Q-35-28-31-41-18-38-8-26ZM31-8Q35-28 31-41 18-38 8-26Z" className={styles.fur} />
          <path
            d="M-28-20Q-30-29-28.5-35.5-22-33-17-27ZM28-20Q30-29 28.5-35.5 22-33 17-27Z"
            className={styles.ear}
          />
          <ellipse cy="3" rx="31" ry="28.5" className={styles.face} />
          <path d="M-5-28V-22M0-29V-20M5-28V-22" className={styles.stripe} />
          <g className={styles.features}>
            <g transform="translate(-11 0)">
              <ellipse rx="3" ry="4.4" className={styles.eye} />
            </g>
            <g transform="translate(11 0)">
              <ellipse rx="3" ry="4.4" className={styles.eye} />
            </g>
            <path d="M-3 9H3L0 12.4Z" className={styles.nose} />
            <path d="M-5.5 14.5Q-2.5 18 0 14 2.5 18 5.5 14.5" className={styles.line} />
          </g>
          <path d="M-28 8-44 5M-28 13-43 15M28 8 44 5M28 13 43 15" className={styles.line} />
        </g>
      )}
      <RadialCopies count={4} at={28}>
        <g className={`${styles.bean} ${motion.fly}`}>
          <ellipse cy="2" rx="3.4" ry="2.8" />
          <circle cx="-4" cy="-2.2" r="1.5" />
          <circle cy="-3.8" r="1.6" />
          <circle cx="4" cy="-2.2" r="1.5" />
        </g>
      </RadialCopies>
    </PieceSvg>
  );
}
