import type { ReactNode } from 'react';
import { RadialCopies, type PieceProps, PieceSvg } from '../PieceSvg.tsx';
import motion from '../PieceSvg.module.css';
import styles from './Fire.module.css';

const outerFlame =
  'M0 8C-8 6-10-4-8.5-13-7.5-19-8.5-23-11-27-6-26.5-3.5-24-2.5-21-1-27-.5-36 1-47 6.5-38 10.5-27 9.5-14 9-4 7 7 0 8Z';
const innerFlame = 'M-8.5 5C-10-3-5-7-6.5-15 1-12 2-8 2-6 4-8 4-11 3-14 9-9 9.5-2 8.5 5Z';

/** Draws a layer on all four diagonals, mirrored between left and right. */
function Flames({ children }: { children: ReactNode }) {
  return (
    <RadialCopies count={4} from={45}>
      {(index) => (
        <g transform={index % 2 ? 'scale(-1 1)' : undefined}>
          <g className={motion.pop}>
            <g className={styles.breath}>{children}</g>
          </g>
        </g>
      )}
    </RadialCopies>
  );
}

/** Four flames that cross; a burning ring. Three layers each, the hottest inside. */
export function Fire({ side, still }: PieceProps) {
  return (
    <PieceSvg pieceStyle="fire" side={side} still={still} className={styles.piece}>
      {side === 'X' ? (
        <>
          <Flames>
            <path d={outerFlame} className={styles.outer} />
          </Flames>
          <Flames>
            <path d={outerFlame} transform="translate(0 1) scale(.6 .72)" className={styles.middle} />
            <path d={outerFlame} transform="translate(0 1) scale(.3 .42)" className={styles.inner} />
          </Flames>
        </>
      ) : (
        <g className={motion.pop}>
          <circle r="27" className={styles.ring} />
          <RadialCopies count={10} at={29}>
            <path d={innerFlame} className={`${styles.outer} ${styles.breath}`} />
          </RadialCopies>
          <circle r="27.5" className={styles.ember} />
          <RadialCopies count={10} at={29}>
            <path d={innerFlame} transform="translate(0 2) scale(.5 .55)" className={styles.middle} />
          </RadialCopies>
          <circle r="26.5" className={styles.glow} />
        </g>
      )}
      <RadialCopies count={8} from={22} at={30}>
        <circle r="2.2" className={`${styles.middle} ${motion.fly}`} />
      </RadialCopies>
    </PieceSvg>
  );
}
