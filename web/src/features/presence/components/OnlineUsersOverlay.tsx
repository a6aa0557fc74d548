import { PlayerMenu } from '@/features/friends/index.ts';
import { InviteButton } from '@/features/rooms/index.ts';
import { OnlineUsersDialog } from './OnlineUsersDialog.tsx';
import { knownParticipants, useRoom } from '@/entities/room/room.ts';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';

/** Who is online, and what can be done with them; the owner of a room that waits can ask them in. */
export function OnlineUsersOverlay() {
  const { id: me } = useUser();
  const hide = useOverlay((store) => store.hide);
  const room = useRoom((store) => store.room);
  const inviting = room?.ownerId === me && room.status !== 'playing' ? room : null;
  const inside = new Set(inviting && knownParticipants(inviting).map(({ userId }) => userId));
  // One dialog after the other, not one over the other.
  function profile(userId: string): void {
    hide();
    usePlayerCard.getState().open(userId);
  }
  return (
    <OnlineUsersDialog
      me={me}
      onClose={hide}
      onProfile={profile}
      actionFor={(user) => (
        <>
          {inviting && !inside.has(user.id) && (
            <InviteButton room={inviting} userId={user.id} name={user.displayName} />
          )}
          <PlayerMenu player={user} onProfile={() => profile(user.id)} />
        </>
      )}
    />
  );
}
