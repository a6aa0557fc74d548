import { useQuery } from '@tanstack/react-query';
import { Telescope, TrendingDown } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useOnline } from '@/features/online-game/index.ts';
import { reviewQuery } from '../api.ts';
import type { FinishedGame } from '../model/finished.ts';
import { useWords } from './useWords.ts';

/** The way to the review of a game that has just ended, with its turning point once the solver has found it. */
export function ReviewOffer({ game }: { game: FinishedGame }) {
  const { t } = useTranslation();
  const isPlaying = useOnline((store) => store.onlineGame?.phase === 'playing');
  const { data: moves } = useQuery({ ...reviewQuery(game), enabled: !isPlaying });
  const words = useWords();
  const turningPoint = moves && game.ending !== 'left' && words.turningPoint(game, moves);
  return (
    <>
      {turningPoint && (
        <p className="order-first basis-full flex items-start gap-2 text-14">
          <TrendingDown aria-hidden size={18} className="shrink-0 text-warn" />
          {turningPoint}
        </p>
      )}
      <Link
        to={`/games/${game.id}`}
        className="inline-flex min-h-12 items-center justify-center gap-2 rounded-control border border-(--border-subtle) bg-raised px-3 font-display text-14 font-semibold transition-colors hover:border-line"
      >
        <Telescope aria-hidden size={18} className="shrink-0 text-accent" />
        {t('gameView.review')}
      </Link>
    </>
  );
}
