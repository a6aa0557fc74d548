import type { Position, ReviewedMove } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import type { FinishedGame } from '../model/finished.ts';
import { decisiveMove, delayOf, judgementOf, type PositionValue } from '../model/judgement.ts';

/** Returns functions that describe moves, positions and cells. */
export function useReviewTexts() {
  const { t } = useTranslation();
  const cells = (positions: readonly Position[]) => positions.join(t('common.comma'));

  return {
    /** "Move 3: X on 7"; for 0, that there is no move yet. */
    move({ state }: FinishedGame, ply: number): string {
      const cell = state.moves[ply - 1];
      return cell === undefined
        ? t('review.beginning')
        : t('review.move', { number: ply, side: ply % 2 === 1 ? 'X' : 'O', cell });
    },
    /** Describes the value of a position, or how the game ended. */
    evaluation({ winner, distance }: PositionValue, ended: boolean): string {
      if (ended) return winner ? t('review.hasWon', { side: winner }) : t('review.isDraw');
      return winner ? t('review.wins', { side: winner, count: distance }) : t('review.draw');
    },
    /** Who gave away what, and with which move; null where there is nothing to say. */
    turningPoint({ own, players, winner }: FinishedGame, moves: readonly ReviewedMove[]): string | null {
      const number = decisiveMove(moves);
      const move = moves[number - 1];
      if (!move) return moves.length > 0 && own !== null && winner === own ? t('review.decided.never') : null;
      const lost = move.before.value === 'win' ? 'win' : 'draw';
      if (move.side === own) return t(`review.decided.you.${lost}`, { number });
      const { name, level } = players[move.side];
      // In a sentence, the level would follow the name as "Pip · Easy".
      return t(`review.decided.other.${lost}`, { name: level ? t(`localGame.name.${level}`) : name, number });
    },
    judgement(move: ReviewedMove): string {
      return t(`review.judgement.${judgementOf(move)}`, { count: delayOf(move) });
    },
    betterCells: (positions: readonly Position[]) => t('review.better', { cells: cells(positions) }),
    bestCells: (positions: readonly Position[]) => t('review.best', { cells: cells(positions) }),
  };
}
