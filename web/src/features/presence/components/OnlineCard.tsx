import { ONLINE_USERS_EVERY } from '@fifteen/contract/constants';
import type { OnlineUser } from '@fifteen/contract';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { useServerNow } from '@/lib/useNow.ts';
import { Card } from '@/components/ui/Card.tsx';
import { AvatarButton } from '@/components/ui/AvatarButton.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { useOnlineCount } from '../api.ts';
import { useOtherPlayers } from '../model/others.ts';
import { LAST_SEEN_STEP, PlayerNote } from './PlayerNote.tsx';
import { PlayersFailed } from './PlayersFailed.tsx';

/** Players in the card; the list has all. */
const MAX_AVATARS = 4;

interface OnlineCardProps {
  me: string;
  /** Opens the whole list. */
  onOpen: () => void;
  /** Renders the action on a player. */
  actionFor: (user: OnlineUser) => ReactNode;
}

/** The online players beside the board. */
export function OnlineCard({ me, onOpen, actionFor }: OnlineCardProps) {
  const { t } = useTranslation();
  const { others, isPending, isFailed, isFetching, refetch } = useOtherPlayers(me, ONLINE_USERS_EVERY);
  const count = useOnlineCount(ONLINE_USERS_EVERY);
  const now = useServerNow(LAST_SEEN_STEP);
  const openCard = usePlayerCard((store) => store.open);
  return (
    <Card aria-labelledby="online-title" className="grid gap-2 pbe-2">
      <h2 id="online-title" className="-m-2">
        <button
          type="button"
          onClick={onOpen}
          className="flex min-h-11 w-full items-center gap-2 rounded-control px-2 text-start font-semibold hover:bg-raised"
        >
          <span aria-hidden className="size-2 shrink-0 rounded-chip bg-ok" />
          <span className="min-w-0 flex-1">
            {count === undefined ? t('presence.title') : t('home.online', { count })}
          </span>
          <ChevronRight aria-hidden size={18} className="text-muted rtl:-scale-x-100" />
        </button>
      </h2>
      {isFailed && <PlayersFailed busy={isFetching} onRetry={() => void refetch()} />}
      {others.length === 0 && !isPending && !isFailed && (
        <p className="pbe-2 text-14 text-muted">{t('presence.empty')}</p>
      )}
      <ul className="grid">
        {others.slice(0, MAX_AVATARS).map((user) => (
          <li key={user.id} className="flex min-h-13 items-center gap-3">
            <AvatarButton {...avatarOf(user)} size={32} onProfile={() => openCard(user.id)} />
            <span className="grid min-w-0 flex-1 leading-tight">
              <Name name={user.displayName} className="text-14" />
              <PlayerNote user={user} now={now} />
            </span>
            {actionFor(user)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
