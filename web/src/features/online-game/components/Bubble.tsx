import { Emoji } from '@/components/emojis/Emoji.tsx';
import { useBubbles } from '../model/chat.ts';
import styles from './Online.module.css';

/** What a player has just said. It is read out when it comes, so here it is only seen. */
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
