import { Emoji } from '@/components/emojis/Emoji.tsx';
import styles from './SpeechBubble.module.css';

interface SpeechBubbleProps {
  /** A phrase, or the glyph of an emoji. */
  text: string;
  /** The animation of an emoji; undefined for a phrase. */
  motion?: string | undefined;
}

/** What a player says, over their strip. Hidden from screen readers: it is announced on arrival. */
export function SpeechBubble({ text, motion }: SpeechBubbleProps) {
  return (
    <span className={styles.bubble} data-emoji={Boolean(motion) || undefined} aria-hidden>
      {motion ? <Emoji glyph={text} motion={motion} className="text-28" /> : text}
    </span>
  );
}
