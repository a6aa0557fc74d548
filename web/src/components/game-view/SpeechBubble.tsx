import { Emoji } from '@/components/emojis/Emoji.tsx';
import { cx } from '@/components/ui/cx.ts';
import styles from './SpeechBubble.module.css';

interface SpeechBubbleProps {
  /** A phrase or any other text of a player, or the glyph of an emoji. */
  text: string;
  /** The animation of an emoji; undefined for a phrase. */
  motion?: string | undefined;
}

/**
 * Chat or emoji of a player, over their strip. It stays within the strip and lets presses through, so that no text covers
 * the board. Hidden from screen readers: it is announced on arrival.
 */
export function SpeechBubble({ text, motion }: SpeechBubbleProps) {
  return (
    <span
      className={cx(styles.bubble, 'pointer-events-none')}
      data-emoji={Boolean(motion) || undefined}
      aria-hidden
    >
      {motion ? (
        <Emoji glyph={text} motion={motion} className="text-28" />
      ) : (
        <span className="line-clamp-2 wrap-anywhere">{text}</span>
      )}
    </span>
  );
}
