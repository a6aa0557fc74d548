import { useQuery } from '@tanstack/react-query';
import { Telescope, TrendingDown } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { reviewQuery } from '../api.ts';
import type { FinishedGame } from '../model/finished.ts';
import { decisiveMove } from '../model/judgement.ts';
import { useReviewTexts } from './useReviewTexts.ts';

/** Returns the moves of a game that has just ended, once the solver has judged them. */
function useAnalysis(game: FinishedGame) {
  const isPlaying = useOnlineGame((store) => store.onlineGame?.phase === 'playing');
  const { data = [] } = useQuery({ ...reviewQuery(game), enabled: !isPlaying });
  return game.ending === 'left' ? [] : data;
}

/** The turning point of a game that has just ended. */
export function TurningPointNote({ game }: { game: FinishedGame }) {
  const text = useReviewTexts().turningPoint(game, useAnalysis(game));
  if (!text) return null;
  return (
    <p className="flex items-start gap-2">
      <TrendingDown aria-hidden size={18} className="shrink-0 text-warn" />
      {text}
    </p>
  );
}

/** The way to the review of a game that has just ended; it opens at the turning point. */
export function ReviewOffer({ game }: { game: FinishedGame }) {
  const { t } = useTranslation();
  const moveNumber = decisiveMove(useAnalysis(game));
  return (
    <Link
      to={`/games/${game.id}${moveNumber > 0 ? `?move=${moveNumber}` : ''}`}
      className="inline-flex min-h-12 items-center justify-center gap-2 rounded-control border border-(--border-subtle) bg-raised px-3 font-display text-14 font-semibold transition-colors hover:border-line"
    >
      <Telescope aria-hidden size={18} className="shrink-0 text-accent" />
      {t('gameView.review')}
    </Link>
  );
}
