import type { OnlineUser } from '@fifteen/contract';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FaceButton } from '@/components/ui/FaceButton.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { useOnlineCount } from '../api.ts';
import { useOtherPlayers } from '../model/others.ts';
import { PlayerNote } from './PlayerNote.tsx';

/** While the dialog is open, the list is asked for so often (docs/spec/play.md#play-7.3). */
const EVERY = 60_000;

interface OnlineUsersDialogProps {
  /** Who looks: the user is not in the list. */
  me: string;
  onClose: () => void;
  /** A face was pressed: their card is wanted. */
  onProfile: (userId: string) => void;
  /** What can be done with a player, at the end of their line. */
  actionFor?: (user: OnlineUser) => ReactNode;
}

/** Who is there to play with. */
export function OnlineUsersDialog({ me, onClose, onProfile, actionFor }: OnlineUsersDialogProps) {
  const { t } = useTranslation();
  const { others, isPending } = useOtherPlayers(me, EVERY);
  const count = useOnlineCount(EVERY);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('presence.title')}
      description={count === undefined ? undefined : t('home.online', { count })}
    >
      {isPending && <Spinner className="mx-auto size-6 text-accent" />}
      {!isPending && others.length === 0 && (
        <p className="py-4 text-center text-muted">{t('presence.empty')}</p>
      )}
      <ul className="-mx-2 grid max-h-[min(500px,62dvh)] gap-1 overflow-y-auto px-2">
        {others.map((user) => (
          <Player key={user.id} user={user} onProfile={() => onProfile(user.id)}>
            {actionFor?.(user)}
          </Player>
        ))}
      </ul>
    </Dialog>
  );
}

interface PlayerProps {
  user: ComponentProps<typeof PlayerNote>['user'];
  onProfile: () => void;
  children: ReactNode;
}

function Player({ user, onProfile, children }: PlayerProps) {
  return (
    <li className="flex min-h-14 items-center gap-3">
      <FaceButton {...avatarOf(user)} size={40} onProfile={onProfile} />
      <span className="grid min-w-0 flex-1 leading-tight">
        <span className="truncate font-display text-14 font-semibold">{user.displayName}</span>
        <PlayerNote user={user} />
      </span>
      {children}
    </li>
  );
}
