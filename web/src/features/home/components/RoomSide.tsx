import type { User } from '@fifteen/contract';
import { useOnline } from '@/features/online-game/model/store.ts';
import { OnlineRow } from '@/features/presence/components/OnlineRow.tsx';
import { RoomCard } from '@/features/rooms/components/RoomCard.tsx';
import { useDesk } from '@/features/rooms/model/store.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { leaveTable } from '@/features/online-game/model/leaveTable.ts';

/** The room card, joined to the table, and who is online. */
export function RoomSide({ user }: { user: User }) {
  const playing = useOnline((store) => store.table?.phase === 'playing');
  const lying = useOnline((store) => store.table?.phase === 'closed');
  const openResult = useOnline((store) => store.openResult);
  const show = useOverlay((store) => store.show);
  const leave = useDesk((desk) => desk.leave);
  return (
    <>
      <RoomCard
        user={user}
        playing={playing}
        onLeave={() => {
          if (!leaveTable(user.id)) void leave();
        }}
        onInvite={() => show('invite')}
        onAgain={lying ? openResult : undefined}
      />
      <OnlineRow me={user.id} onOpen={() => show('online')} />
    </>
  );
}
