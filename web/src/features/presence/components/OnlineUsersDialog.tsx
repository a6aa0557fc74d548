import type { OnlineUser } from '@fifteen/contract';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { useOnlineCount } from '../api.ts';
import { useOtherPlayers } from '../model/others.ts';
import { PlayerNote } from './PlayerNote.tsx';
import { PlayersFailed } from './PlayersFailed.tsx';

/** Refetch interval of the list while the dialog is open (docs/spec/play.md#play-7.3). */
const REFETCH_INTERVAL_MS = 60_000;

interface OnlineUsersDialogProps {
  /** The user, who is not in the list. */
  me: string;
  onClose: () => void;
  /** Opens a player's profile. */
  onProfile: (userId: string) => void;
  /** Renders the action on a player, at the end of the row. */
  actionFor?: (user: OnlineUser) => ReactNode;
}

/** The list of online players. */
export function OnlineUsersDialog({ me, onClose, onProfile, actionFor }: OnlineUsersDialogProps) {
  const { t } = useTranslation();
  const { others, isPending, isFailed, isFetching, refetch } = useOtherPlayers(me, REFETCH_INTERVAL_MS);
  const count = useOnlineCount(REFETCH_INTERVAL_MS);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('presence.title')}
      description={count === undefined ? undefined : t('home.online', { count })}
    >
      {isPending && <Spinner className="mx-auto size-6 text-accent" />}
      {isFailed && <PlayersFailed busy={isFetching} onRetry={() => void refetch()} />}
      {!isPending && !isFailed && others.length === 0 && (
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
      <AvatarButton {...avatarOf(user)} size={40} onProfile={onProfile} />
      <span className="grid min-w-0 flex-1 leading-tight">
        <span className="truncate font-display text-14 font-semibold">{user.displayName}</span>
        <PlayerNote user={user} />
      </span>
      {children}
    </li>
  );
}
