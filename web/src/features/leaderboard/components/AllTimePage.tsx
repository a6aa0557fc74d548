import type { AllTimeEntry } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/i18n/format.ts';
import { useUser } from '@/entities/session/session.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { avatarOf } from '@/entities/player/player.ts';
import { Avatar } from '@/components/ui/Avatar.tsx';
import { Badge } from '@/components/ui/Badge.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { cx } from '@/components/ui/cx.ts';
import { Notice } from '@/components/ui/Notice.tsx';
import { Page } from '@/components/ui/Page.tsx';
import { LinkButton } from '@/components/ui/LinkButton.tsx';
import { Name } from '@/components/ui/Name.tsx';
import { useAllTime } from '../api.ts';

/** The leaderboard of all time (docs/spec/around-play.md#around-2.10). */
export function AllTimePage() {
  const { t } = useTranslation();
  const query = useAllTime();
  const { data, isFetching, refetch } = query;
  const error = useLoadError(query);
  return (
    <Page title={t('leaderboard.page.title')} back={{ to: '/', label: t('leaderboard.toBoard') }}>
      <p className="mbe-6 text-muted">{t('leaderboard.page.text')}</p>
      {!data && !error && (
        <div role="status" aria-busy className="grid gap-2">
          <span className="sr-only">{t('leaderboard.loading')}</span>
          {Array.from({ length: 8 }, (_, row) => (
            <span key={row} className="h-14 animate-pulse rounded-card bg-surface" />
          ))}
        </div>
      )}
      {!data && error && (
        <Notice alert title={t('leaderboard.page.failed')}>
          <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
            {t('app.error.retry')}
          </Button>
        </Notice>
      )}
      {data?.length === 0 && (
        <Notice title={t('leaderboard.page.empty')}>
          <LinkButton to="/">{t('leaderboard.page.play')}</LinkButton>
        </Notice>
      )}
      {data && data.length > 0 && <Board entries={data} />}
    </Page>
  );
}

function Board({ entries }: { entries: readonly AllTimeEntry[] }) {
  const { id: me } = useUser();
  const onProfile = usePlayerCard((store) => store.open);
  const { t } = useTranslation();
  return (
    <>
      <ol className="grid gap-2">
        {entries.map((entry) => (
          <Row key={entry.user.id} entry={entry} own={entry.user.id === me} onProfile={onProfile} />
        ))}
      </ol>
      <p className="mbs-6 text-center text-14 text-muted">
        {t('leaderboard.page.showing', { count: entries.length })}
      </p>
    </>
  );
}

interface RowProps {
  entry: AllTimeEntry;
  own: boolean;
  onProfile: (userId: string) => void;
}

function Row({ entry, own, onProfile }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rank, user, wins, losses, draws, totalGames } = entry;
  return (
    <li>
      <button
        type="button"
        aria-current={own || undefined}
        onClick={() => onProfile(user.id)}
        className={cx(
          'flex min-h-14 w-full items-center gap-3 rounded-card border border-(--border-subtle) bg-surface px-4 py-2 text-start transition-colors hover:border-line',
          own && 'ring-1 ring-accent',
        )}
      >
        <span className="numeral w-8 shrink-0 text-end text-20 font-light text-muted">
          {format.number(rank)}
        </span>
        <Avatar {...avatarOf(user)} size={40} />
        <span className="grid min-w-0 flex-1">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Name name={user.displayName} className="font-display" />
            {own && <Badge>{t('friends.relation.self')}</Badge>}
          </span>
          <span className="text-13 text-muted">{t('leaderboard.page.games', { count: totalGames })}</span>
        </span>
        <span className="grid justify-items-end">
          <span className="text-14 font-semibold">{t('leaderboard.wins', { count: wins })}</span>
          <span className="numeral text-13 text-muted">
            <span className="sr-only">{t('leaderboard.page.record')} </span>
            {[wins, losses, draws].map((count) => format.coins(count)).join('–')}
          </span>
        </span>
      </button>
    </li>
  );
}
