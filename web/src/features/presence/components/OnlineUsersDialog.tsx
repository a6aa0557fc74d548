import type { OnlineUser } from '@fifteen/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { useNow } from '@/lib/useNow.ts';
import { Badge } from '@/components/ui/Badge.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FaceButton } from '@/components/ui/FaceButton.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { useOnlineCount, useOnlineUsers } from '../api.ts';

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
  const { data, isPending } = useOnlineUsers(EVERY);
  const count = useOnlineCount(EVERY);
  const others = data?.users.filter(({ id }) => id !== me) ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('presence.title')}
      description={count === undefined ? undefined : t('presence.count', { count })}
    >
      {isPending && <Spinner className="mx-auto size-6 text-accent" />}
      {data && others.length === 0 && <p className="py-4 text-center text-muted">{t('presence.empty')}</p>}
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
  user: OnlineUser;
  onProfile: () => void;
  children: ReactNode;
}

function Player({ user, onProfile, children }: PlayerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = new Date(useNow(30_000));
  const seen = new Date(user.lastSeen);
  return (
    <li className="flex min-h-14 items-center gap-3">
      <FaceButton {...avatarOf(user)} size={40} onProfile={onProfile} />
      <span className="grid min-w-0 flex-1 leading-tight">
        <span className="truncate font-display text-14 font-semibold">{user.displayName}</span>
        <time dateTime={user.lastSeen} className="text-13 text-muted">
          {t('presence.seen', { ago: format.ago(seen, now < seen ? seen : now) })}
        </time>
      </span>
      {user.inRoom && <Badge className="whitespace-nowrap">{t('presence.inRoom')}</Badge>}
      {children}
    </li>
  );
}
