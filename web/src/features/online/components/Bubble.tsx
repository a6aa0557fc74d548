import { useBubbles } from '../model/chat.ts';
import styles from './Online.module.css';

/** What somebody has just said. It is read out when it comes, so here it is only seen. */
export function Bubble({ userId }: { userId: string }) {
  const bubble = useBubbles((all) => all[userId]);
  if (!bubble) return null;
  return (
    <span key={bubble.id} className={styles.bubble} aria-hidden>
      {bubble.text}
    </span>
  );
}
