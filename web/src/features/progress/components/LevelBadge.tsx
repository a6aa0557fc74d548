import { useId } from 'react';
import { useFormat } from '@/lib/i18n/format.ts';
import styles from './Medals.module.css';

/** Font size of the level by its number of digits, in units of the drawing. */
const SIZES = [22, 19, 15];

/** The badge of a level: a cut stone in its bezel. A name stands beside it. */
export function LevelBadge({ level, className }: { level: number; className?: string }) {
  const format = useFormat();
  const id = useId();
  const size = SIZES[String(level).length - 1] ?? 12;
  return (
    <svg aria-hidden viewBox="0 0 48 48" className={className}>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" className={styles.glow} />
          <stop offset="1" className={styles.deep} />
        </linearGradient>
      </defs>
      <path d="M24 1 44 12.5v23L24 47 4 35.5v-23z" className={styles.bezel} />
      <path d="M24 5 40.5 14.5v19L24 43 7.5 33.5v-19z" fill={`url(#${id})`} />
      <path d="M24 5 40.5 14.5 24 17 7.5 14.5z" className={styles.facet} />
      <path d="M7.5 14.5 24 17 14 27z" className={styles.facet} opacity="0.5" />
      <text x="24" y={25 + size * 0.36} fontSize={size} textAnchor="middle" className={styles.level}>
        {format.number(level)}
      </text>
    </svg>
  );
}
