import type { WeeklyEntry } from '@fifteen/contract';
import { Crown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Badge } from '@/components/ui/Badge.tsx';
import { cx } from '@/components/ui/cx.ts';
import styles from './Podium.module.css';

/** Visual order: the first in the middle (docs/spec/around-play.md#around-2.10). Screen readers and Tab go by rank. */
const places = ['second', 'first', 'third'] as const;
const placeOf = { 1: 'first', 2: 'second', 3: 'third' } as const;

interface PodiumProps {
  entries: readonly WeeklyEntry[];
  /** Id of the user, whose place is marked. */
  me: string;
  onProfile: (userId: string) => void;
}

/** The best three on a podium. */
export function Podium({ entries, me, onProfile }: PodiumProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ol className={styles.podium} style={{ gridTemplateAreas: `"${places.join(' ')}"` }}>
      {entries.map(({ rank, user, weeklyWins }) => {
        const own = user.id === me;
        const place = placeOf[rank as keyof typeof placeOf];
        return (
          <li key={user.id} className={styles.place} style={{ gridArea: place }}>
            <button
              type="button"
              aria-current={own || undefined}
              onClick={() => onProfile(user.id)}
              className={styles.person}
            >
              {rank === 1 && <Crown aria-hidden size={22} className={styles.crown} />}
              <Avatar {...avatarOf(user)} size={64} glow={rank === 1} />
              <bdi className="max-w-full truncate text-14 font-semibold">{user.displayName}</bdi>
              {own && <Badge>{t('friends.relation.self')}</Badge>}
              <span className="text-13 text-muted">{t('leaderboard.wins', { count: weeklyWins })}</span>
            </button>
            <span aria-hidden className={cx('numeral', styles.step, styles[place])}>
              {format.number(rank)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
