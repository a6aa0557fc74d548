import { RadialCopies } from '@/components/pieces/PieceSvg.tsx';
import styles from './AvatarDecoration.module.css';

const heart = 'M0 8C-11.5.5-9.5-8-4.4-8-1.8-8-.4-6.4 0-5 .4-6.4 1.8-8 4.4-8 9.5-8 11.5.5 0 8Z';

const whole = 'M0-46.5A39.6 46.5 0 0 1 0 46.5 39.6 46.5 0 0 1 0-46.5Z';
const half = 'M0-46.5A39.6 46.5 0 0 1 0 46.5';
const roseTones = ['#fff0f6', '#ff7fb0', '#8f1d52'] as const;
const gold = ['#fff6e0', '#f0b56a', '#8a4a1c'] as const;

/** One of the two rings, bevelled, in a side view. */
function TiltedRing({
  turn,
  tones: [light, middle, dark],
  d = whole,
}: {
  turn: number;
  tones: readonly [string, string, string];
  d?: string;
}) {
  return (
    <g transform={`rotate(${turn})`}>
      <path d={d} stroke={dark} strokeWidth="5" strokeLinecap="butt" />
      <path d={d} stroke={middle} strokeWidth="3.4" />
      <path d={d} transform="scale(1.014)" stroke={light} strokeWidth=".9" opacity=".85" />
    </g>
  );
}

/** Two rings, tilted against each other, with hearts where they cross. */
export function Lovers() {
  return (
    <>
      <circle r="39.5" stroke="#5c0f33" strokeWidth="3" />
      <g className={styles.sway}>
        <TiltedRing turn={40} tones={roseTones} />
        <TiltedRing turn={-40} tones={gold} />
        <TiltedRing turn={40} tones={roseTones} d={half} />
      </g>
      <RadialCopies count={2} at={42.5}>
        {(index) => (
          <g transform={index ? 'rotate(180)' : undefined}>
            <g className={styles.beat}>
              <path d={heart} fill="#ff3d6e" stroke="#6b0f34" strokeWidth="1.8" paintOrder="stroke" />
              <path d="M-5-4.5Q-4-6.2-2.5-5.5" stroke="#fff" strokeWidth="1.4" opacity=".85" />
            </g>
          </g>
        )}
      </RadialCopies>
    </>
  );
}
