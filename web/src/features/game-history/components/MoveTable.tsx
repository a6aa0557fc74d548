import type { ReviewedMove } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import { PieceIcon } from '@/components/pieces/PieceIcon.tsx';
import type { FinishedGame } from '../model/finished.ts';
import { isTurningPoint, judgementOf } from '../model/judgement.ts';
import { useReviewTexts } from './useReviewTexts.ts';
import styles from './Course.module.css';

interface MoveTableProps {
  game: FinishedGame;
  moves: readonly ReviewedMove[];
  ply: number;
  onJump: (ply: number) => void;
}

/** The moves in two columns, X and O; each leads to its position. */
export function MoveTable({ game, moves, ply, onJump }: MoveTableProps) {
  const { t } = useTranslation();
  const words = useReviewTexts();
  const faults = moves.filter((move) => isTurningPoint(judgementOf(move))).length;

  return (
    <section aria-labelledby="review-moves" className="grid gap-2">
      <h2
        id="review-moves"
        className="flex flex-wrap items-baseline justify-between gap-x-4 text-14 font-semibold"
      >
        {t('review.moves')}
        {moves.length > 0 && (
          <span className="font-body font-normal text-muted">
            {faults > 0 ? t('review.faults', { count: faults }) : t('review.noFaults')}
          </span>
        )}
      </h2>
      <ol dir="ltr" className={styles.moves}>
        {game.state.moves.map((position, index) => {
          const judgement = moves[index] && judgementOf(moves[index]);
          const fault = judgement !== undefined && isTurningPoint(judgement);
          const name = [words.move(game, index + 1), fault && t('review.turningPoint')];
          return (
            <li key={position}>
              <button
                type="button"
                aria-label={name.filter(Boolean).join(t('common.comma'))}
                aria-current={index + 1 === ply ? 'step' : undefined}
                data-judgement={fault ? 'fault' : judgement}
                className={styles.move}
                onClick={() => onJump(index + 1)}
              >
                <PieceIcon side={index % 2 === 0 ? 'X' : 'O'} className="size-3.5" />
                <span className="numeral">{position}</span>
                <span aria-hidden className={styles.glyph} />
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
