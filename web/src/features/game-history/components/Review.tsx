import { opponentOf, type ReviewedMove, type Side, sideToMove, toBoard } from '@fifteen/domain';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from 'react-i18next';
import { announce } from '@/lib/a11y/announcer.ts';
import { Board } from '@/components/board/Board.tsx';
import { useUser } from '@/entities/session/session.ts';
import { claimReward } from '@/features/rewards/index.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { isLineLensOn, usePreferences } from '@/lib/state/preferences.ts';
import { PlayerStrip } from '@/components/game-view/PlayerStrip.tsx';
import type { FinishedGame, Player } from '../model/finished.ts';
import {
  accuracy,
  cellsToMark,
  isTurningPoint,
  judgementOf,
  stateAt,
  type PositionValue,
  positionValues,
} from '../model/judgement.ts';
import { reviewQuery } from '../api.ts';
import { Balance } from './Balance.tsx';
import { Controls } from './Controls.tsx';
import { MoveTable } from './MoveTable.tsx';
import { playerIcon } from './playerIcon.tsx';
import { ReviewMarks } from './ReviewMarks.tsx';
import { TurningPoint } from './TurningPoint.tsx';
import { useStepping } from './useStepping.ts';
import { useReviewTexts } from './useReviewTexts.ts';
import { Verdict } from './Verdict.tsx';
import styles from './Review.module.css';

const ignoreMove = () => undefined;
const noMoves: readonly ReviewedMove[] = [];

/** The review of a finished game: its moves, their values, and better ones. */
export function Review({ game, live }: { game: FinishedGame; live: boolean }) {
  const [search] = useSearchParams();
  const { t } = useTranslation();
  const { id: userId } = useUser();
  const openProfile = usePlayerCard((store) => store.open);
  const preferences = usePreferences();
  const words = useReviewTexts();
  const analysis = useQuery({ ...reviewQuery(game), enabled: !live });
  const moves = (!live && analysis.data) || noMoves;
  const values: readonly PositionValue[] = positionValues(moves);
  const last = game.state.moves.length;

  useEffect(() => {
    if (!live) void claimReward(userId, 'review');
  }, [live, userId]);

  const describe = useCallback(
    (ply: number) => {
      const [played, value] = [moves[ply - 1], values[ply]];
      const texts = [
        words.move(game, ply),
        value && words.evaluation(value, ply === last && game.state.outcome !== null),
        played && words.judgement(played),
      ];
      announce(texts.filter(Boolean).join(t('common.comma')));
    },
    [moves, values, words, game, last, t],
  );
  const { ply, go } = useStepping(Number(search.get('move')), last, describe);

  const state = stateAt(game.state, ply);
  const played = moves[ply - 1];
  const best = cellsToMark(state, moves[ply]?.best ?? []);
  const fault = played && isTurningPoint(judgementOf(played)) ? played.position : null;
  const own = game.own ?? 'X';
  const pieceStyles = {
    X: game.players.X.style?.activePieceStyle,
    O: game.players.O.style?.activePieceStyle,
  };

  const strip = (side: Side) => (
    <PlayerStrip
      side={side}
      name={game.players[side].name}
      picture={game.players[side].picture}
      cosmetics={game.players[side].style}
      icon={playerIcon(game.players[side], 40)}
      caption={caption(side)}
      onProfile={profileOf(game.players[side])}
      active={state.outcome ? state.outcome.winner === side : sideToMove(state) === side}
    />
  );

  function profileOf({ userId: player }: Player): (() => void) | undefined {
    return player === undefined ? undefined : () => openProfile(player);
  }

  function caption(side: Side): string {
    const { best: hits, total } = accuracy(moves, side);
    const how = game.winner === side ? t('gameView.winner') : '';
    const accuracyText = total > 0 ? t('review.accuracy', { best: hits, total }) : '';
    return [how, accuracyText].filter(Boolean).join(' · ') || t('gameView.over');
  }

  return (
    <div className={styles.review}>
      <div className={styles.board}>
        {strip(opponentOf(own))}
        <Board
          board={toBoard(state)}
          turn={state.outcome ? null : sideToMove(state)}
          playable={false}
          lastMove={state.moves.at(-1) ?? null}
          winning={state.outcome?.winningPositions ?? null}
          pieceStyles={pieceStyles}
          highlightsLines={isLineLensOn(preferences)}
          description={words.move(game, ply)}
          marks={<ReviewMarks best={best} side={sideToMove(state)} fault={fault} />}
          onMove={ignoreMove}
        />
        {strip(own)}
        <Controls ply={ply} last={last} onJump={go} />
      </div>
      <div className={styles.side}>
        <TurningPoint game={game} moves={moves} onJump={go} />
        <Verdict game={game} ply={ply} moves={moves} values={values} live={live} analysis={analysis} />
        <Balance
          values={values}
          moves={moves}
          ply={ply}
          last={last}
          name={words.move(game, ply)}
          onJump={go}
        />
        <MoveTable game={game} moves={moves} ply={ply} onJump={go} />
      </div>
    </div>
  );
}
