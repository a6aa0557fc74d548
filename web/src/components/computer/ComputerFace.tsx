import type { Difficulty } from '@fifteen/domain';
import { cx } from '@/components/ui/cx.ts';
import styles from './ComputerFace.module.css';

interface Head {
  /** The head with its ornaments. */
  shape: string;
  /** Thin lines on it. */
  lines: string;
  /** What glows: eyes and gems. */
  light: string;
}

const dot = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

/** One family of tin heads; the stronger the level, the sharper the look. */
const heads: Readonly<Record<Difficulty, Head>> = {
  // Pip: a round head, eyes wide open, an aerial with a bead.
  easy: {
    shape: 'M0-28V-38M0-28A28 28 0 0 1 28 0V4A24 24 0 0 1 4 28H-4A24 24 0 0 1-28 4V0A28 28 0 0 1 0-28Z',
    lines: 'M-8 14Q0 21 8 14',
    light: `${dot(-11, -2, 7.5)}${dot(11, -2, 7.5)}${dot(0, -40, 4.5)}`,
  },
  // Lyra: a softened square with headphones, calm eyes, a smile.
  medium: {
    shape:
      'M-14-27H14A14 14 0 0 1 28-13V12A16 16 0 0 1 12 28H-12A16 16 0 0 1-28 12V-13A14 14 0 0 1-14-27ZM-28-8Q-36-8-36 1-36 10-28 10M28-8Q36-8 36 1 36 10 28 10',
    lines: 'M-9 15Q0 19 9 15M-28-12Q0-22 28-12',
    light:
      'M-18-3.5A6.5 6.5 0 0 1-5-3.5V1.5A6.5 6.5 0 0 1-18 1.5ZM5-3.5A6.5 6.5 0 0 1 18-3.5V1.5A6.5 6.5 0 0 1 5 1.5Z',
  },
  // Orion: a hexagon with a visor, three lights in a row.
  hard: {
    shape: 'M-15-30H15L32-3 17 29H-17L-32-3Z',
    lines: 'M-8 19H8M-22-10H22L25-1 20 8H-20L-25-1Z',
    light: `${dot(-12, -1, 3.8)}${dot(0, -1, 3.8)}${dot(12, -1, 3.8)}`,
  },
  // Vega: a shield under a crown of points, narrow eyes, a star on the forehead.
  master: {
    shape: 'M-27-33-13-24 0-38 13-24 27-33V3Q27 20 0 33-27 20-27 3Z',
    lines: 'M-6 21H6',
    light: 'M-21 0-5 6Q-13 12-20 6ZM21 0 5 6Q13 12 20 6ZM0-23 3-15 11-12 3-9 0-1-3-9-11-12-3-15Z',
  },
};

/** The portrait of the computer at a level; it fills the circle of a picture. Its name stands beside it. */
export function ComputerFace({ level, className }: { level: Difficulty; className?: string }) {
  const { shape, lines, light } = heads[level];
  return (
    <svg viewBox="-50 -50 100 100" aria-hidden className={cx(styles.face, className)} data-level={level}>
      <circle r="50" className={styles.ground} />
      <g transform="translate(0 4)">
        <path d={shape} className={styles.head} />
        <path d={lines} className={styles.lines} />
        <path d={light} className={styles.light} />
      </g>
    </svg>
  );
}
