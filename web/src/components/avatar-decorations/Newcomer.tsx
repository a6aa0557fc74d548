import { RadialCopies } from '@/components/pieces/PieceSvg.tsx';
import { Band } from './Band.tsx';
import styles from './AvatarDecoration.module.css';

const leaf = 'M0 0C-7-3-8-12 0-20 8-12 7-3 0 0Z';

/** The first game online: a ring of young green from which a sprout grows. */
export function Newcomer() {
  return (
    <>
      <Band radius={42} width={5.6} tones={['#e9ffd9', '#77c65a', '#2c6b33']} />
      <circle r="44" stroke="#f6ffe9" strokeWidth=".7" opacity=".6" />
      <RadialCopies count={5} from={72} at={42}>
        {(index) =>
          index < 4 && <circle r="2.2" fill="#f6ffe9" className={styles.twinkle} stroke="#2c6b33" />
        }
      </RadialCopies>
      <g transform="translate(0 -38)">
        <g className={styles.sway}>
          <path d="M0 2V-7" stroke="#2c6b33" strokeWidth="3.4" />
          <path
            d={leaf}
            transform="translate(0 -5) rotate(-52) scale(.86)"
            fill="#8edb6a"
            stroke="#235a2b"
            strokeWidth="1.6"
          />
          <path
            d={leaf}
            transform="translate(0 -5) rotate(50)"
            fill="#b6f08d"
            stroke="#235a2b"
            strokeWidth="1.6"
          />
          <path d="M2-7 12-14M-2-7-10-12" stroke="#235a2b" strokeWidth="1" opacity=".7" />
        </g>
      </g>
    </>
  );
}
