import { PlayerMenu } from '@/features/friends/index.ts';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { OnlineUsersDialog } from './OnlineUsersDialog.tsx';
import { PlayerInvite } from './PlayerInvite.tsx';

/** Who is online, and what can be done with them. */
export function OnlineUsersOverlay() {
  const { id: me } = useUser();
  const hide = useOverlay((store) => store.hide);
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
          <PlayerInvite me={me} player={user} onChallenge={hide} />
          <PlayerMenu player={user} onProfile={() => profile(user.id)} />
        </>
      )}
    />
  );
}
