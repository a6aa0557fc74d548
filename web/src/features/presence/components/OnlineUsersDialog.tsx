import type { OnlineUser } from '@fifteen/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Loading } from '@/components/ui/Loading.tsx';
import { VirtualList } from '@/components/ui/VirtualList.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { useServerNow } from '@/lib/useNow.ts';
import { useOnlineCount } from '../api.ts';
import { useOtherPlayers } from '../model/others.ts';
import { LAST_SEEN_STEP, PlayerNote } from './PlayerNote.tsx';
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
  const now = useServerNow(LAST_SEEN_STEP);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('presence.title')}
      description={count === undefined ? undefined : t('home.online', { count })}
    >
      {isPending && <Loading />}
      {isFailed && <PlayersFailed busy={isFetching} onRetry={() => void refetch()} />}
      {!isPending && !isFailed && others.length === 0 && (
        <p className="py-4 text-center text-muted">{t('presence.empty')}</p>
      )}
      {others.length > 0 && (
        <VirtualList
          label={t('presence.title')}
          items={others}
          total={others.length}
          keyOf={({ id }) => id}
          rowHeight={60}
          row={(user) => (
            <>
              <AvatarButton {...avatarOf(user)} size={40} onProfile={() => onProfile(user.id)} />
              <span className="grid min-w-0 flex-1 leading-tight">
                <Name name={user.displayName} className="font-display text-14" />
                <PlayerNote user={user} now={now} />
              </span>
              {actionFor?.(user)}
            </>
          )}
          className="-mx-2 max-h-[min(500px,62dvh)] px-2"
        />
      )}
    </Dialog>
  );
}
