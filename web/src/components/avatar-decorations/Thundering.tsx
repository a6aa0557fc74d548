import { arc, RadialCopies, polarPath } from '@/components/pieces/PieceSvg.tsx';
import { Band } from './Band.tsx';
import styles from './AvatarDecoration.module.css';

/** Returns a jagged discharge along the ring. */
const discharge = (from: number, to: number) =>
  polarPath(from, to, (part) => 42 + (Math.round(part * 9) % 2 ? 3.4 : -3.4), 9);
const bolt = 'M1.5-9-5 1H-.5L-2 9 5-2H.5Z';

/** Dark steel with lightning around it. */
export function Thundering() {
  return (
    <>
      <Band radius={42} width={8} tones={['#9db0d0', '#3a4866', '#141b2e']} />
      <circle r="38.4" stroke="#63d8ff" strokeWidth="1.2" />
      <circle r="45.6" stroke="#63d8ff" strokeWidth=".7" opacity=".6" />
      <g className={styles.turn} style={{ ['--round' as string]: '7s' }}>
        <path d={arc(42, 20, 80)} stroke="#dff4ff" strokeWidth="5" opacity=".28" />
        <path d={arc(42, 200, 260)} stroke="#dff4ff" strokeWidth="5" opacity=".28" />
      </g>
      <RadialCopies count={3} from={60}>
        <g className={styles.twinkle}>
          <path d={discharge(-38, 38)} stroke="#38bdf8" strokeWidth="3" opacity=".5" />
          <path d={discharge(-38, 38)} stroke="#e8fbff" strokeWidth="1.4" />
        </g>
      </RadialCopies>
      <RadialCopies count={3} at={43}>
        <path d={bolt} fill="#ffe86b" stroke="#141b2e" strokeWidth="1.8" paintOrder="stroke" />
      </RadialCopies>
    </>
  );
}
