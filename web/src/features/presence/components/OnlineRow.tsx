import { ONLINE_USERS_EVERY } from '@fifteen/contract/constants';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { useOnlineCount } from '../api.ts';
import { useOtherPlayers } from '../model/others.ts';

/** Maximum of pictures. */
const MAX_AVATARS = 3;

/** The online players in a row that opens the whole list. */
export function OnlineRow({ me, onOpen }: { me: string; onOpen: () => void }) {
  const { t } = useTranslation();
  const { others } = useOtherPlayers(me, ONLINE_USERS_EVERY);
  const count = useOnlineCount(ONLINE_USERS_EVERY);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-15 items-center gap-3 rounded-card border border-(--border-subtle) bg-surface px-4 py-2 text-start text-14 transition-colors hover:border-line"
    >
      {others.length > 0 && (
        <span className="flex shrink-0 -space-x-2 rtl:space-x-reverse">
          {others.slice(0, MAX_AVATARS).map((user) => (
            <Avatar key={user.id} {...avatarOf(user)} size={32} />
          ))}
        </span>
      )}
      <span className="min-w-0 flex-1 font-semibold">
        {count === undefined ? t('presence.title') : t('home.online', { count })}
      </span>
      <ChevronRight aria-hidden size={18} className="text-muted rtl:-scale-x-100" />
    </button>
  );
}
