import { RematchPanel } from './RematchPanel.tsx';
import { useRoom } from '@/entities/room/room.ts';
import type { NextGame } from '../model/useNextGame.ts';

/** In the result of a game: the way to another one of the same two. */
export function RematchOffer({ next, coins }: { next: NextGame; coins: number }) {
  const roomId = useRoom((store) => store.room?.id);
  return <RematchPanel {...next} roomId={roomId} coins={coins} />;
}
