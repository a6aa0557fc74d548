import { useId } from 'react';
import { useFormat } from '@/lib/i18n/format.ts';
import styles from './Medals.module.css';

/** Groups of final ranks (docs/spec/around-play.md#around-2.9). */
export type Tier = 'champion' | 'second' | 'third' | 'top10' | 'top50' | 'rest';

/** Font size of the rank by its number of digits, in units of the drawing. */
const SIZES = [46, 38, 28, 22];
/** Leaves of one branch of the laurel: degrees from the bottom of the disc. */
const LEAF_ANGLES = [22, 46, 70, 94, 118];
const CENTRE = { x: 64, y: 88 };
const RADIUS = 31;

/** The medal of a week: the ribbon, the metal of the tier, and the rank within a laurel. Text beside it says the same. */
export function RankMedal({ rank, tier }: { rank: number; tier: Tier }) {
  const format = useFormat();
  const id = useId();
  const size = SIZES[String(rank).length - 1] ?? 18;
  return (
    <svg aria-hidden viewBox="0 0 128 140" data-tier={tier} className={styles.rank}>
      <defs>
        <radialGradient id={id} cx="36%" cy="26%" r="90%">
          <stop offset="0" className={styles.light} />
          <stop offset="0.45" className={styles.plain} />
          <stop offset="1" className={styles.dark} />
        </radialGradient>
      </defs>
      <Ribbon />
      <Ribbon mirrored />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="46" fill={`url(#${id})`} />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="43" className={styles.rim} />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="38.5" className={styles.notches} />
      <Branch />
      <Branch mirrored />
      {tier === 'champion' && <path d="M51 64l5 5 8-10 8 10 5-5-2.4 13H53.4z" className={styles.engraved} />}
      <text
        x={CENTRE.x}
        y={CENTRE.y + size * 0.36 + (tier === 'champion' ? 7 : 0)}
        fontSize={size * (tier === 'champion' ? 0.8 : 1)}
        textAnchor="middle"
        className={styles.numeral}
      >
        {format.number(rank)}
      </text>
    </svg>
  );
}

const mirrorTransform = (mirrored: boolean) =>
  mirrored ? `translate(${2 * CENTRE.x}) scale(-1 1)` : undefined;

function Ribbon({ mirrored = false }) {
  return (
    <g transform={mirrorTransform(mirrored)}>
      <path d="M26 2h30l14 42-22 14z" className={styles.ribbon} />
      <path d="M36 2h9l16 46-7 5z" className={styles.stripe} />
    </g>
  );
}

function Branch({ mirrored = false }) {
  return (
    <g transform={mirrorTransform(mirrored)} className={styles.engraved}>
      {LEAF_ANGLES.map((degrees) => {
        const angle = (degrees * Math.PI) / 180;
        const at = [CENTRE.x - RADIUS * Math.sin(angle), CENTRE.y + RADIUS * Math.cos(angle)];
        return (
          <path
            key={degrees}
            transform={`translate(${at.map((one) => one.toFixed(1)).join(' ')}) rotate(${190 + degrees})`}
            d="M-1 0c3-5 9-5 13-1-4 4-10 5-13 1z"
          />
        );
      })}
    </g>
  );
}
