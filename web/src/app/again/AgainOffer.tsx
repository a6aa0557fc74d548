import { AskAgain } from '@/features/again/components/AskAgain.tsx';
import { useRoom } from '@/lib/room.ts';
import type { NextGame } from './useNextGame.ts';

/** In the result of a game: the way to another one of the same two. */
export function AgainOffer({ next, coins }: { next: NextGame; coins: number }) {
  const roomId = useRoom((store) => store.room?.id);
  return <AskAgain {...next} roomId={roomId} coins={coins} />;
}
