import type { OnlineUser } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { useServerNow } from '@/lib/useNow.ts';

/** The line under a player's name: a friend, in a room, or the time last seen. */
export function PlayerNote({ user }: { user: OnlineUser & { isFriend: boolean } }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = new Date(useServerNow(30_000));
  const seen = new Date(user.lastSeen);
  const notes = [
    user.isFriend && <span className="text-accent">{t('presence.friend')}</span>,
    user.inRoom && t('presence.inRoom'),
    !user.isFriend && !user.inRoom && (
      <time dateTime={user.lastSeen}>
        {t('presence.seen', { ago: format.ago(seen, now < seen ? seen : now) })}
      </time>
    ),
  ].filter(Boolean);
  return (
    <span className="truncate text-13 text-muted">
      {notes[0]}
      {notes.length > 1 && ' · '}
      {notes[1]}
    </span>
  );
}
