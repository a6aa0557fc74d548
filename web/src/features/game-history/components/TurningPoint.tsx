import type { ReviewedMove } from '@fifteen/domain';
import { ChevronRight, TrendingDown } from 'lucide-react';
import type { FinishedGame } from '../model/finished.ts';
import { decisiveMove } from '../model/judgement.ts';
import { useReviewTexts } from './useReviewTexts.ts';

interface TurningPointProps {
  game: FinishedGame;
  moves: readonly ReviewedMove[];
  /** Shows the position after a move. */
  onJump: (ply: number) => void;
}

/** The move that decided the game, first of all; a press shows it on the board. */
export function TurningPoint({ game, moves, onJump }: TurningPointProps) {
  const text = useReviewTexts().turningPoint(game, moves);
  const ply = decisiveMove(moves);
  if (!text || ply === 0 || game.ending === 'left') return null;
  return (
    <button
      type="button"
      onClick={() => onJump(ply)}
      className="flex min-h-12 items-center gap-3 rounded-card border border-(--border-subtle) bg-raised px-4 py-3 text-start font-display text-16 font-semibold transition-colors hover:border-line"
    >
      <TrendingDown aria-hidden size={20} className="shrink-0 text-warn" />
      <span className="min-w-0 flex-1">{text}</span>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-muted rtl:-scale-x-100" />
    </button>
  );
}
