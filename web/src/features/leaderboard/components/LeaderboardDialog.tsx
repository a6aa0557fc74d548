import type { User, WeeklyEntry } from '@fifteen/contract';
import { WEEKLY_ENTRIES } from '@fifteen/domain';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { useTimeLeft, useWeekly } from '../api.ts';
import { Podium } from './Podium.tsx';
import { RewardsDialog } from './RewardsDialog.tsx';

const SKELETON_ROWS = 8;

interface LeaderboardDialogProps {
  me: Pick<User, 'id' | 'isGuest'>;
  onClose: () => void;
  onProfile: (userId: string) => void;
  /** Opens the leaderboard of all time. */
  onAllTime: () => void;
}

/** The leaderboard of the week (docs/spec/around-play.md#around-2.10). */
export function LeaderboardDialog({ me, onClose, onProfile, onAllTime }: LeaderboardDialogProps) {
  const { t } = useTranslation();
  const left = useTimeLeft();
  const query = useWeekly();
  const { data, refetch, isFetching } = query;
  const error = useLoadError(query);
  const [rewards, setRewards] = useState(false);
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('leaderboard.weekly')}
        description={left && t(timeLeftKey(left), { ...left })}
        footer={
          <Button variant="quiet" onClick={onAllTime} className="flex-1">
            {t('leaderboard.allTime')}
          </Button>
        }
      >
        <button
          type="button"
          onClick={() => setRewards(true)}
          className="mbe-4 flex min-h-11 w-full items-center gap-3 rounded-control border border-(--border-subtle) bg-raised px-4 text-start text-14 font-semibold transition-colors hover:border-line"
        >
          <Gift aria-hidden size={18} className="text-accent" />
          {t('leaderboard.rewards.link', { count: WEEKLY_ENTRIES })}
        </button>
        {!data && !error && <Skeleton />}
        {!data && error && (
          <div role="alert" className="grid justify-items-center gap-4 py-10 text-center">
            <p>{t('leaderboard.failed')}</p>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('app.error.retry')}
            </Button>
          </div>
        )}
        {data?.length === 0 && <p className="py-10 text-center text-muted">{t('leaderboard.empty')}</p>}
        {data && data.length > 0 && <OwnRank entries={data} me={me} />}
        {data && data.length > 0 && <Board entries={data} me={me.id} onProfile={onProfile} />}
      </Dialog>
      {rewards && <RewardsDialog onClose={() => setRewards(false)} />}
    </>
  );
}

function timeLeftKey({ days, hours, minutes }: { days: number; hours: number; minutes: number }) {
  if (days > 0) return 'leaderboard.timeLeft';
  if (hours > 0) return 'leaderboard.timeLeftHours';
  return minutes > 0 ? 'leaderboard.timeLeftMinutes' : 'leaderboard.timeLeftSeconds';
}

type OwnRankProps = Pick<LeaderboardDialogProps, 'me'> & { entries: readonly WeeklyEntry[] };

/** The own rank, and the wins missing to the next one; without a rank, how to get one. */
function OwnRank({ entries, me }: OwnRankProps) {
  const { t } = useTranslation();
  return <p className="mbe-4 text-14 text-muted">{text()}</p>;

  function text(): string {
    const at = entries.findIndex(({ user }) => user.id === me.id);
    const [own, above, last] = [entries[at], entries[at - 1], entries[WEEKLY_ENTRIES - 1]];
    if (own && above)
      return t('leaderboard.own.next', {
        rank: own.rank,
        name: above.user.displayName,
        count: above.weeklyWins - own.weeklyWins + 1,
      });
    if (own) return t('leaderboard.own.first');
    // Wins of guests do not count (docs/spec/guarantees.md#guarantees-7).
    if (me.isGuest) return t('leaderboard.own.guest');
    // The server lists no rank below the last place.
    if (last) return t('leaderboard.own.below', { top: WEEKLY_ENTRIES, count: last.weeklyWins });
    return t('leaderboard.own.none');
  }
}

interface BoardProps {
  entries: readonly WeeklyEntry[];
  me: string;
  onProfile: (userId: string) => void;
}

function Board({ entries, me, onProfile }: BoardProps) {
  const { t } = useTranslation();
  const podium = entries.filter(({ rank }) => rank <= 3);
  const others = entries.filter(({ rank }) => rank > 3);
  return (
    <>
      <Podium entries={podium} me={me} onProfile={onProfile} />
      {others.length > 0 && (
        <ol start={4} className="mbs-4 grid grid-cols-[minmax(0,1fr)] gap-1">
          {others.map((entry) => (
            <Row key={entry.user.id} entry={entry} own={entry.user.id === me} onProfile={onProfile} />
          ))}
        </ol>
      )}
      <p className="mbs-4 text-center text-14 text-muted">
        {t('leaderboard.players', { count: entries.length })}
      </p>
    </>
  );
}

interface RowProps {
  entry: WeeklyEntry;
  own: boolean;
  onProfile: (userId: string) => void;
}

function Row({ entry: { rank, user, weeklyWins }, own, onProfile }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li>
      <button
        type="button"
        aria-current={own || undefined}
        onClick={() => onProfile(user.id)}
        className={cx(
          'flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-start transition-colors hover:bg-raised',
          own && 'bg-raised ring-1 ring-accent',
        )}
      >
        <span className="numeral w-7 shrink-0 text-end text-14 text-muted">{format.number(rank)}</span>
        <Avatar {...avatarOf(user)} size={32} />
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <Name name={user.displayName} className="text-14" />
          {own && <Badge>{t('friends.relation.self')}</Badge>}
        </span>
        <span className="text-14 text-muted">{t('leaderboard.wins', { count: weeklyWins })}</span>
      </button>
    </li>
  );
}

function Skeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy className="grid gap-2">
      <span className="sr-only">{t('leaderboard.loading')}</span>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <span key={row} className="h-12 animate-pulse rounded-control bg-raised" />
      ))}
    </div>
  );
}
