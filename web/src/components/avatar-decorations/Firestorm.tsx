import { RadialCopies } from '@/components/pieces/PieceSvg.tsx';
import styles from './AvatarDecoration.module.css';

const flame = 'M-7 4C-8-3-3-5-4-12 2-9 4-5 3.5-2 5-4 5-6 4.5-8 8-4 9 0 7 4Z';

/** Two rings of flames that run against each other around an ember. */
export function Firestorm() {
  return (
    <>
      <g className={styles.turn} style={{ ['--round' as string]: '16s' }}>
        <RadialCopies count={14} at={41}>
          <path d={flame} transform="scale(.95)" fill="#d9300f" />
        </RadialCopies>
      </g>
      <circle r="41" stroke="#d9300f" strokeWidth="6" />
      <g className={styles.turn} data-back style={{ ['--round' as string]: '11s' }}>
        <RadialCopies count={16} at={40}>
          <path d={flame} transform="scale(-.7 .66)" fill="#ff8a1f" />
        </RadialCopies>
      </g>
      <circle r="40" stroke="#ff8a1f" strokeWidth="4" />
      <g className={styles.turn} style={{ ['--round' as string]: '8s' }}>
        <RadialCopies count={14} at={39}>
          <path d={flame} transform="scale(.4 .36)" fill="#ffd95c" />
        </RadialCopies>
      </g>
      <circle r="38.6" stroke="#ffe9a0" strokeWidth="1.6" />
    </>
  );
}
