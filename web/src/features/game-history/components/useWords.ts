import type { Position, ReviewedMove } from '@fifteen/rules';
import { useTranslation } from 'react-i18next';
import { cellsText } from '@/components/game-view/announceMove.ts';
import type { FinishedGame } from '../model/finished.ts';
import { decisiveMove, delayOf, judge, type Worth } from '../model/judgement.ts';

/** What a review says: about moves, positions and cells. */
export function useWords() {
  const { t } = useTranslation();
  const cells = (positions: readonly Position[]) => cellsText(positions, ', ');

  return {
    /** "Move 3: X on 7"; before the first one, that nothing has been played. */
    move({ state }: FinishedGame, ply: number): string {
      const cell = state.moves[ply - 1];
      return cell === undefined
        ? t('review.beginning')
        : t('review.move', { number: ply, side: ply % 2 === 1 ? 'X' : 'O', cell });
    },
    /** What a position comes to. At the end of the game, how it ended. */
    worth({ winner, distance }: Worth, ended: boolean): string {
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
      const { kind, name } = players[move.side];
      const mover = kind === 'computer' ? t('localGame.computer') : name;
      return t(`review.decided.other.${lost}`, { name: mover, number });
    },
    judgement(move: ReviewedMove): string {
      return t(`review.judgement.${judge(move)}`, { count: delayOf(move) });
    },
    better: (best: readonly Position[]) => t('review.better', { cells: cells(best) }),
    best: (best: readonly Position[]) => t('review.best', { cells: cells(best) }),
  };
}
