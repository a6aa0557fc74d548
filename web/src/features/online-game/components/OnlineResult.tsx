import { opponentOf } from '@fifteen/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFirstShowing } from '@/components/game-view/useFirstShowing.ts';
import { WonCoins } from '@/components/game-view/WonCoins.tsx';
import { ResultPanel } from '@/components/game-view/ResultPanel.tsx';
import { lineNames } from '@/components/game-view/announceMove.ts';
import { Button } from '@/components/ui/Button.tsx';
import { type Ending, endingOf, isAlone } from '../model/ending.ts';
import { type OnlineGame, sideOf } from '../model/onlineGame.ts';
import { nameOf } from '../model/notifications.ts';
import { useOnlineGame } from '../model/store.ts';

const titles = {
  won: 'gameView.victory',
  lost: 'gameView.defeat',
  draw: 'gameView.draw',
} as const;

interface OnlineResultProps {
  /** The way to another game with the same opponent, and its state in words. */
  rematch: ReactNode;
  rematchNote?: ReactNode;
  /** Whether another game can be asked for. */
  canRematch: boolean;
  /** The way to the review, and the turning point. */
  review: ReactNode;
  turningPoint?: ReactNode;
  /** What else the game brought: achievements, a level. */
  rewards?: ReactNode;
  onFindMatch: () => void;
}

/** The result of the current online game, for its players and spectators, until it is closed. */
export function OnlineResult(props: OnlineResultProps) {
  const { onlineGame, me } = useOnlineGame();
  if (onlineGame?.phase !== 'shown') return null;
  return <Result key={onlineGame.game.id} onlineGame={onlineGame} me={me} {...props} />;
}

function Result(props: OnlineResultProps & { onlineGame: OnlineGame; me: string }) {
  const { onlineGame, me, rematch, rematchNote, canRematch, review, turningPoint, rewards, onFindMatch } =
    props;
  const { t } = useTranslation();
  const closeResult = useOnlineGame((store) => store.closeResult);
  const { isFirst, close } = useFirstShowing(onlineGame.game.id, closeResult);
  const ending = endingOf(onlineGame, me);
  const { winner } = ending;
  const isSpectator = sideOf(onlineGame.game, me) === null;
  const winning = onlineGame.confirmedState.outcome?.winningPositions ?? null;
  const info = winner === 'X' ? onlineGame.game.playerXInfo : onlineGame.game.playerOInfo;

  function title(): string {
    if (ending.kind !== 'over') return t(titles[ending.kind]);
    return winner ? t('localGame.wins', { name: nameOf(onlineGame.game, winner) }) : t('onlineGame.ended');
  }

  function description(): string {
    if (winning && winner) return lineNames(winning).join(' · ');
    if (ending.kind === 'draw') return t('gameView.drawText');
    if (ending.kind === 'lost') return t('onlineGame.youLeft');
    if (!winner) return t('onlineGame.endedText');
    return t('onlineGame.opponentLeft', { name: nameOf(onlineGame.game, opponentOf(winner)) });
  }

  const findMatch = (variant: 'primary' | 'quiet') => (
    <Button
      variant={variant}
      size={variant === 'primary' ? 'lg' : 'md'}
      data-autofocus={variant === 'primary' || undefined}
      onClick={() => {
        close();
        onFindMatch();
      }}
    >
      {t('onlineGame.findAnother')}
    </Button>
  );

  return (
    <ResultPanel
      isFirst={isFirst}
      tone={ending.kind}
      title={title()}
      description={description()}
      winner={winner}
      pieceStyle={info?.activePieceStyle}
      festive={ending.kind === 'won' || (isSpectator && winner !== null)}
      onClose={close}
      rewards={
        <>
          {!isSpectator && <Coins ending={ending} bet={onlineGame.game.betAmount} isFirst={isFirst} />}
          {rewards}
        </>
      }
      notes={
        <>
          {turningPoint}
          {!isAlone(onlineGame, me) && rematchNote}
        </>
      }
      actions={
        <>
          {!isAlone(onlineGame, me) && rematch}
          {!canRematch && findMatch('primary')}
          {review}
          {canRematch && findMatch('quiet')}
        </>
      }
    />
  );
}

interface CoinsProps {
  ending: Ending;
  bet: number;
  /** Whether the result is shown for the first time. */
  isFirst: boolean;
}

/** The coins that the game brought or took. */
function Coins({ ending: { kind, coins }, bet, isFirst }: CoinsProps) {
  const { t } = useTranslation();
  if (bet === 0 || kind === 'over') return null;
  const text = {
    won: t('onlineGame.won', { count: coins }),
    lost: t('onlineGame.lost', { count: coins }),
    draw: t('onlineGame.betBack'),
  }[kind];
  return <WonCoins text={text} flying={isFirst && kind === 'won'} />;
}
