import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { InviteButton } from '@/features/rooms/index.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { isFull, useParticipants, useRoom } from '@/entities/room/room.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { replaceWithProfile } from '@/lib/state/playerCard.ts';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { FriendList } from './FriendList.tsx';
import { Status } from './FriendRow.tsx';

/** Invites friends to the own room; a link leads to all other online players. */
export function InviteOverlay() {
  const { t } = useTranslation();
  const { show, hide } = useOverlay();
  const room = useRoom((store) => store.room);
  const participants = useParticipants(room);
  const inside = new Set(participants.map(({ userId }) => userId));
  const canInvite = room !== null && !isFull(room, participants);
  return (
    <Dialog
      open
      onClose={hide}
      title={t('rooms.inviteFriends')}
      footer={
        <Button className="flex-1" onClick={() => show('online')}>
          <Users aria-hidden size={18} />
          {t('rooms.invite.others')}
        </Button>
      }
    >
      <div className="h-[min(420px,52dvh)]">
        <FriendList
          row={(friend) => (
            <>
              <AvatarButton
                {...avatarOf(friend)}
                size={40}
                className={friend.online ? undefined : 'opacity-60'}
                onProfile={() => replaceWithProfile(friend.id)}
              />
              <span className="grid min-w-0 flex-1 leading-tight">
                <Name name={friend.displayName} className="text-14" />
                <Status online={friend.online} />
              </span>
              {canInvite && !inside.has(friend.id) && (
                <InviteButton room={room} userId={friend.id} name={friend.displayName} />
              )}
            </>
          )}
        />
      </div>
    </Dialog>
  );
}
