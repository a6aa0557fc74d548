import type { OnlineUser } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';

/** Interval at which a list updates the times last seen; milliseconds. */
export const LAST_SEEN_STEP = 30_000;

interface PlayerNoteProps {
  user: OnlineUser & { isFriend: boolean };
  /** The time by the server's clock, of which a list has one for all rows; milliseconds. */
  now: number;
}

/** The line under a player's name: a friend, in a room, or the time last seen. */
export function PlayerNote({ user, now }: PlayerNoteProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const seen = new Date(user.lastSeen);
  const notes = [
    user.isFriend && <span className="text-accent">{t('presence.friend')}</span>,
    user.inRoom && t('presence.inRoom'),
    !user.isFriend && !user.inRoom && (
      <time dateTime={user.lastSeen}>
        {t('presence.seen', { ago: format.ago(seen, new Date(Math.max(now, seen.getTime()))) })}
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
