import { arc, RadialCopies } from '@/components/pieces/PieceSvg.tsx';
import { Band } from './Band.tsx';
import styles from './AvatarDecoration.module.css';

/** Level 100: gold, inlaid with black lacquer, and the number on a plate below. */
export function Level100() {
  return (
    <>
      <Band radius={42} width={8.6} tones={['#fff2bf', '#e3ab2c', '#8a5a06']} />
      <circle r="42" stroke="#1a1206" strokeWidth="3.6" />
      <RadialCopies count={16} from={11.25} at={42}>
        <path d="M0-1.9 1.9 0 0 1.9-1.9 0Z" fill="#ffe08a" className={styles.twinkle} />
      </RadialCopies>
      <g className={styles.turn} style={{ ['--round' as string]: '8s' }}>
        <path d={arc(45.4, -18, 18)} stroke="#fffbe6" strokeWidth="1.3" />
        <path d={arc(38.6, 162, 198)} stroke="#fffbe6" strokeWidth="1.3" />
      </g>
      <path
        d="M0-50 4-44.5 10-47 8-39.5H-8L-10-47-4-44.5Z"
        fill="#ffd75e"
        stroke="#5c3b04"
        strokeWidth="1.3"
      />
      <g transform="translate(0 42)">
        <rect
          x="-15"
          y="-7.5"
          width="30"
          height="15"
          rx="7.5"
          fill="#1a1206"
          stroke="#f0bd45"
          strokeWidth="1.8"
        />
        <path d="M-9-2.6-7.2-4V4" stroke="#ffe08a" strokeWidth="2.2" />
        <ellipse cx="-.4" rx="2.7" ry="4" stroke="#ffe08a" strokeWidth="2.2" />
        <ellipse cx="7.8" rx="2.7" ry="4" stroke="#ffe08a" strokeWidth="2.2" />
      </g>
    </>
  );
}
