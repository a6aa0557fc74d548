import { PlayerMenu } from '@/features/friends/index.ts';
import { useUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { replaceWithProfile } from '@/lib/state/playerCard.ts';
import { OnlineUsersDialog } from './OnlineUsersDialog.tsx';
import { PlayerInvite } from './PlayerInvite.tsx';

/** The online players with their actions. */
export function OnlineUsersOverlay() {
  const { id: me } = useUser();
  const hide = useOverlay((store) => store.hide);
  return (
    <OnlineUsersDialog
      me={me}
      onClose={hide}
      onProfile={replaceWithProfile}
      actionFor={(user) => (
        <>
          <PlayerInvite me={me} player={user} onChallenge={hide} />
          <PlayerMenu player={user} onProfile={() => replaceWithProfile(user.id)} />
        </>
      )}
    />
  );
}
