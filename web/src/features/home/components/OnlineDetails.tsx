import { leaveGame, useOnline } from '@/features/online-game/index.ts';
import { OnlineRow } from '@/features/presence/index.ts';
import { RoomCard, useRoomRequests } from '@/features/rooms/index.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import type { User } from '@fifteen/contract';
import { QuickMatchCard } from '@/features/quick-match/index.ts';
import { useRoom } from '@/entities/room/room.ts';

/** The room card, joined to the table, and who is online. */
export function RoomSide({ user }: { user: User }) {
  const playing = useOnline((store) => store.table?.phase === 'playing');
  const lying = useOnline((store) => store.table?.phase === 'closed');
  const openResult = useOnline((store) => store.openResult);
  const show = useOverlay((store) => store.show);
  const leave = useRoomRequests((store) => store.leave);
  return (
    <>
      <RoomCard
        user={user}
        playing={playing}
        onLeave={() => {
          if (!leaveGame(user.id)) void leave();
        }}
        onInvite={() => show('invite')}
        onRematch={lying ? openResult : undefined}
      />
      <OnlineRow me={user.id} onOpen={() => show('online')} />
    </>
  );
}

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
