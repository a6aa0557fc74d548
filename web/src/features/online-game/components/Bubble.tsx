import { SpeechBubble } from '@/components/game-view/SpeechBubble.tsx';
import { useBubbles } from '../model/chat.ts';

/** The last chat or emoji of a player. */
export function Bubble({ userId }: { userId: string }) {
  const bubble = useBubbles((all) => all[userId]);
  return bubble ? <SpeechBubble key={bubble.id} text={bubble.text} motion={bubble.motion} /> : null;
}
