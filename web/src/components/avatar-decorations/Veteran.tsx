import { RadialCopies, polarPath } from '@/components/pieces/PieceSvg.tsx';
import { Band } from './Band.tsx';
import styles from './AvatarDecoration.module.css';

const bronze = ['#f3cfa2', '#b9793f', '#6b3d1a'] as const;
const strand = (sign: 1 | -1) =>
  `${polarPath(0, 360, (part) => 42 + sign * 2.2 * Math.sin(Math.PI * 24 * part), 192)}Z`;

/** A hundred games: plain bronze with four studs. */
export function Veteran() {
  return (
    <>
      <Band radius={42} width={6} tones={bronze} />
      <circle r="44" stroke="#fff3df" strokeWidth=".7" opacity=".55" />
      <RadialCopies count={4} from={45} at={42}>
        <circle r="4.2" fill="#6b3d1a" />
        <circle r="3.2" fill="#e6b27a" className={styles.twinkle} />
      </RadialCopies>
    </>
  );
}

/** Five hundred games: bronze, braided of two strands. */
export function UltimateVeteran() {
  return (
    <>
      <circle r="42" stroke="#4a2810" strokeWidth="10.5" />
      {([1, -1] as const).map((sign) => (
        <g key={sign}>
          <path d={strand(sign)} stroke="#4a2810" strokeWidth="5.4" />
          <path d={strand(sign)} stroke={sign === 1 ? '#d99a58' : '#b3723a'} strokeWidth="3.8" />
          <path d={strand(sign)} stroke="#ffe2b8" strokeWidth="1" opacity=".7" />
        </g>
      ))}
      <RadialCopies count={8} from={22.5} at={42}>
        <path
          d="M0-4.2 3.6 0 0 4.2-3.6 0Z"
          fill="#ffd9a0"
          stroke="#4a2810"
          strokeWidth="1.4"
          className={styles.twinkle}
        />
      </RadialCopies>
    </>
  );
}
