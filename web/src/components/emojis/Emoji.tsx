import { cx } from '@/components/ui/cx.ts';
import styles from './Emoji.module.css';

interface EmojiProps {
  glyph: string;
  /** Its animation: bounce, pulse, shake, spin, float or burst; it stands still for any other value. */
  motion?: string | undefined;
  className?: string;
}

/** An emoji that plays its animation up to four times, then rests. */
export function Emoji({ glyph, motion, className }: EmojiProps) {
  return (
    <span aria-hidden className={cx(styles.emoji, className)} data-motion={motion}>
      {glyph}
    </span>
  );
}
