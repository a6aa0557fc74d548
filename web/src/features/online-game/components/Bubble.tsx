import { Emoji } from '@/components/emojis/Emoji.tsx';
import { useBubbles } from '../model/chat.ts';
import styles from './Online.module.css';

/** The last chat or emoji of a player, hidden from screen readers: it was announced on arrival. */
export function Bubble({ userId }: { userId: string }) {
  const bubble = useBubbles((all) => all[userId]);
  if (!bubble) return null;
  const { id, text, motion } = bubble;
  return (
    <span key={id} className={styles.bubble} data-emoji={Boolean(motion) || undefined} aria-hidden>
      {motion ? <Emoji glyph={text} motion={motion} className="text-28" /> : text}
    </span>
  );
}
