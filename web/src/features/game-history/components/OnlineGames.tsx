import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { explainError } from '@/lib/errors.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { Button } from '@/components/ui/Button.tsx';
import { finishedOnline } from '../model/finished.ts';
import { historyQuery } from '../api.ts';
import { GameList } from './GameList.tsx';
import { HistoryFailed } from './HistoryFailed.tsx';
import { Notice } from '@/components/ui/Notice.tsx';
import { LinkButton } from '@/components/ui/LinkButton.tsx';

/** The games of the server in pages. */
export function OnlineGames({ userId, now }: { userId: string; now: Date }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(historyQuery(userId));
  const { data, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const error = useLoadError(query);
  const games = (data?.pages ?? [])
    .flatMap((page) => page.games)
    .map((game) => finishedOnline(game, userId))
    .filter((game) => game !== null);
  const [list, expectMore] = useFocusOnNew(games.length);

  if (!data && error) return <HistoryFailed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (games.length === 0)
    return (
      <Notice title={t('gameHistory.none')} text={t('gameHistory.noneOnline')}>
        <LinkButton to="/">{t('gameHistory.play')}</LinkButton>
      </Notice>
    );
  return (
    <div ref={list} className="grid gap-6">
      <GameList games={games} now={now} />
      {error && (
        <p role="alert" className="text-center text-14 text-danger">
          {explainError(error).text}
        </p>
      )}
      {hasNextPage && (
        <Button
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => {
            expectMore();
            void fetchNextPage();
          }}
        >
          {t('gameHistory.more')}
        </Button>
      )}
    </div>
  );
}

/** Focuses the first loaded game after a press on "more", since the button may be gone. */
function useFocusOnNew(count: number) {
  const ref = useRef<HTMLDivElement>(null);
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || count <= from.current) return;
    ref.current?.querySelectorAll<HTMLElement>('[data-game] > a')[from.current]?.focus();
    from.current = null;
  }, [count]);
  const expectMore = () => {
    from.current = count;
  };
  return [ref, expectMore] as const;
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy className="grid gap-3 tablet:grid-cols-2 tablet:gap-4">
      <span className="sr-only">{t('common.loading')}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className="h-30 animate-pulse rounded-card bg-surface" />
      ))}
    </div>
  );
}
