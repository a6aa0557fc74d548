import type { User } from '@fifteen/contract';
import { QuickMatchCard } from '@/features/quick-match/components/QuickMatchCard.tsx';
import { useOnline } from '@/features/online-game/model/store.ts';
import { useRoom } from '@/entities/room/room.ts';
import { RoomSide } from './RoomSide.tsx';

/**
 * What belongs to the online mode: quick match and the room; the room first, once the player is in one. A spectator may
 * look for an opponent while the watched game runs.
 */
export function OnlineDetails({ user, watching }: { user: User; watching: boolean }) {
  const playing = useOnline((store) => store.table?.phase === 'playing');
  const room = useRoom((store) => store.room);
  return (
    <>
      {!room && <QuickMatchCard disabled={playing} />}
      <RoomSide user={user} />
      {room && <QuickMatchCard disabled={playing && !watching} />}
    </>
  );
}
