import type { ReviewedMove } from '@fifteen/domain';
import type { UseQueryResult } from '@tanstack/react-query';
import { Check, CircleAlert, Equal, Hourglass, Scale } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PieceIcon } from '@/components/pieces/PieceIcon.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { useLoadError } from '@/lib/useLoadError.ts';
import type { FinishedGame } from '../model/finished.ts';
import { cellsToMark, isTurningPoint, judgementOf, stateAt, type PositionValue } from '../model/judgement.ts';
import { useReviewTexts } from './useReviewTexts.ts';
import styles from './Review.module.css';

interface VerdictProps {
  game: FinishedGame;
  ply: number;
  moves: readonly ReviewedMove[];
  values: readonly PositionValue[];
  live: boolean;
  analysis: UseQueryResult<ReviewedMove[]>;
}

/** The value of the position, the judgement of the last move, and the best moves. */
export function Verdict({ game, ply, moves, values, live, analysis }: VerdictProps) {
  const { t } = useTranslation();
  const words = useReviewTexts();
  const value = values[ply];
  const error = useLoadError(analysis);

  if (live)
    return (
      <Card className={styles.verdict}>
        <Line icon={<Hourglass />}>{t('review.live')}</Line>
      </Card>
    );
  if (error)
    return (
      <Card className={styles.verdict} role="alert">
        <p>{t('review.failed')}</p>
        <Button busy={analysis.isFetching} onClick={() => void analysis.refetch()}>
          {t('app.error.retry')}
        </Button>
      </Card>
    );
  if (analysis.isPending)
    return (
      <Card className={styles.verdict} role="status">
        <Line icon={<Spinner />}>{t('review.analysing')}</Line>
      </Card>
    );

  const state = stateAt(game.state, ply);
  const ended = state.outcome !== null;
  const played = moves[ply - 1];
  const next = moves[ply];
  const best = cellsToMark(state, next?.best ?? []);
  return (
    <Card className={styles.verdict}>
      <h2 className={styles.worth}>
        {value?.winner ? (
          <PieceIcon side={value.winner} className="size-7" />
        ) : (
          <Scale aria-hidden size={24} />
        )}
        {value ? words.evaluation(value, ended) : t('review.noMoves')}
      </h2>
      <p className="text-14 text-muted">{words.move(game, ply)}</p>
      {played && <Played move={played} />}
      {next && !ended && (
        <Line icon={<span className={styles.legend} />}>
          {best.length > 0 ? words.bestCells(best) : t('review.anyCell')}
        </Line>
      )}
    </Card>
  );
}

/** The last move, and better ones. */
function Played({ move }: { move: ReviewedMove }) {
  const { t } = useTranslation();
  const words = useReviewTexts();
  const judgement = judgementOf(move);
  if (judgement === 'best') return <Line icon={<Check className="text-ok" />}>{words.judgement(move)}</Line>;
  const isTurning = isTurningPoint(judgement);
  return (
    <Line icon={isTurning ? <CircleAlert className="text-danger" /> : <Equal className="text-muted" />}>
      {isTurning && <strong className="block font-semibold text-danger">{t('review.turningPoint')}</strong>}
      {words.judgement(move)} {words.betterCells(move.best)}
    </Line>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className={styles.line}>
      <span aria-hidden className={styles.icon}>
        {icon}
      </span>
      <span>{children}</span>
    </p>
  );
}
