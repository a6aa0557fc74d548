import { type AchievementType, drawingOf } from './catalogue.ts';
import styles from './AchievementMedal.module.css';

interface AchievementMedalProps {
  type: AchievementType;
  /** Draws the disc without its ribbon, for a place as high as a line of text. */
  small?: boolean;
  className?: string;
}

/** The drawn picture of an achievement. A name stands beside it, so screen readers skip it. */
export function AchievementMedal({ type, small = false, className = '' }: AchievementMedalProps) {
  const { icon: Icon, metal } = drawingOf(type);
  return (
    <svg
      aria-hidden
      viewBox={small ? '8 14 32 32' : '0 0 48 48'}
      data-metal={metal}
      data-achievement={type}
      className={`${styles.medal} ${className}`}
    >
      {!small && <path className={styles.ribbon} d="M12 1h9l5 14-8 5zM36 1h-9l-5 14 8 5z" />}
      <circle className={styles.disc} cx="24" cy="30" r="15" />
      <circle className={styles.rim} cx="24" cy="30" r="12.4" />
      <Icon x={16} y={22} size={16} strokeWidth={2.4} className={styles.icon} />
    </svg>
  );
}
