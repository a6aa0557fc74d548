import { cx } from '@/components/ui/cx.ts';
import styles from './Emoji.module.css';

interface EmojiProps {
  glyph: string;
  /** How it moves when it comes: bounce, pulse, shake, spin, float or burst; it stands still for any other word. */
  motion?: string | undefined;
  className?: string;
}

/** An emoji that moves in its own way, three times, and rests. */
export function Emoji({ glyph, motion, className }: EmojiProps) {
  return (
    <span aria-hidden className={cx(styles.emoji, className)} data-motion={motion}>
      {glyph}
    </span>
  );
}
