import { OnlineUsersDialog } from '@/features/presence/components/OnlineUsersDialog.tsx';
import { InviteButton } from '@/features/rooms/components/InviteButton.tsx';
import { knownParticipants, useRoom } from '@/lib/room.ts';
import { useUser } from '@/lib/session.ts';
import { useOverlay } from '@/state/overlay.ts';
import { useProfile } from '@/state/profile.ts';

/** Who is online; the owner of a room that waits can ask them in. */
export function OnlineUsersOverlay() {
  const { id: me } = useUser();
  const hide = useOverlay((store) => store.hide);
  const room = useRoom((store) => store.room);
  const inviting = room?.ownerId === me && room.status !== 'playing' ? room : null;
  const inside = new Set(inviting && knownParticipants(inviting).map(({ userId }) => userId));
  return (
    <OnlineUsersDialog
      me={me}
      onClose={hide}
      // One dialog after the other, not one over the other.
      onProfile={(userId) => {
        hide();
        useProfile.getState().open(userId);
      }}
      actionFor={
        inviting
          ? ({ id, displayName }) =>
              !inside.has(id) && <InviteButton room={inviting} userId={id} name={displayName} />
          : undefined
      }
    />
  );
}
