import type { User } from '@fifteen/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/entities/session/session.ts';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { savedGames } from '@/lib/savedGames.ts';
import { useLoadError } from '@/lib/useLoadError.ts';
import { Loading } from '@/components/ui/Loading.tsx';
import { finishedLocal, finishedOnline } from '../model/finished.ts';
import { gameQuery } from '../api.ts';
import { Notice } from '@/components/ui/Notice.tsx';
import { Page } from '@/components/ui/Page.tsx';
import { HistoryFailed } from './HistoryFailed.tsx';
import { Review } from './Review.tsx';
import { LinkButton } from '@/components/ui/LinkButton.tsx';

interface ReviewProps {
  id: string;
  user: User;
  /** Whether the player is in an online game: then games are shown without an analysis. */
  live: boolean;
}

/** A finished game, move by move, with its analysis. */
export function ReviewPage() {
  const { id = '' } = useParams();
  const user = useUser();
  const live = useOnlineGame((store) => store.onlineGame?.phase === 'playing');
  const { t } = useTranslation();
  const local = id.startsWith('local-game');
  return (
    <Page
      wide
      title={t('review.title')}
      back={{ to: `/games?where=${local ? 'local' : 'online'}`, label: t('review.toGames') }}
    >
      {local ? (
        <LocalReview key={id} id={id} user={user} live={live} />
      ) : (
        <OnlineReview key={id} id={id} user={user} live={live} />
      )}
    </Page>
  );
}

function LocalReview({ id, user, live }: ReviewProps) {
  const [kept] = useState(() => savedGames().find((game) => game.id === id));
  const game = kept && finishedLocal(kept, user);
  return game ? <Review game={game} live={live} /> : <GameNotFound />;
}

function OnlineReview({ id, user, live }: ReviewProps) {
  const { t } = useTranslation();
  const query = useQuery(gameQuery(id));
  const { data, refetch, isFetching } = query;
  const error = useLoadError(query);
  const game = data && finishedOnline(data, user.id);
  if (game) return <Review game={game} live={live} />;
  if (data)
    return (
      <Notice title={t('review.stillOn')} text={t('review.stillOnText')}>
        <LinkButton to="/">{t('gameHistory.toBoard')}</LinkButton>
      </Notice>
    );
  if (error) return <HistoryFailed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <Loading className="py-20" />;
}

/** The device stores only its last games. */
function GameNotFound() {
  const { t } = useTranslation();
  return (
    <Notice title={t('review.gone')} text={t('review.goneText')}>
      <LinkButton to="/games?where=local">{t('review.toGames')}</LinkButton>
    </Notice>
  );
}
