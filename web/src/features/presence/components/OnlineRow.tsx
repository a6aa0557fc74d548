import { ONLINE_USERS_EVERY } from '@fifteen/contract/constants';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { avatarOf } from '@/entities/player/player.ts';
import { AvatarRing } from '@/components/ui/AvatarRing.tsx';
import { useOnlineCount, useOnlineUsers } from '../api.ts';

/** So many faces stand for all. */
const FACES = 3;

/** Who is online, in one line that opens the whole list. */
export function OnlineRow({ me, onOpen }: { me: string; onOpen: () => void }) {
  const { t } = useTranslation();
  const { data } = useOnlineUsers(ONLINE_USERS_EVERY);
  const count = useOnlineCount(ONLINE_USERS_EVERY);
  const others = data?.users.filter(({ id }) => id !== me) ?? [];
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-13 items-center gap-3 rounded-card border border-(--hair) bg-surface px-4 text-start text-14 transition-colors hover:border-line"
    >
      {others.length > 0 && (
        <span className="flex shrink-0 -space-x-2 rtl:space-x-reverse">
          {others.slice(0, FACES).map((user) => (
            <AvatarRing key={user.id} {...avatarOf(user)} size={32} />
          ))}
        </span>
      )}
      <span className="min-w-0 flex-1 font-semibold">
        {count === undefined ? t('presence.title') : t('presence.count', { count })}
      </span>
      <ChevronRight aria-hidden size={18} className="text-muted rtl:-scale-x-100" />
    </button>
  );
}
