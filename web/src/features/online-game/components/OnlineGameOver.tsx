import { opponentOf, toBoard } from '@fifteen/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Coin } from '@/components/brand/Coin.tsx';
import { GameOverDialog } from '@/components/game-view/GameOverDialog.tsx';
import { lineNames } from '@/components/game-view/announceMove.ts';
import { Button } from '@/components/ui/Button.tsx';
import { type Ending, endingOf, isAlone } from '../model/ending.ts';
import { type OnlineGame, sideOf } from '../model/onlineGame.ts';
import { nameOf } from '../model/notifications.ts';
import { useOnline } from '../model/store.ts';

const titles = {
  won: 'gameView.victory',
  lost: 'gameView.defeat',
  draw: 'gameView.draw',
} as const;

interface OnlineGameOverProps {
  table: OnlineGame;
  me: string;
  /** Offers a rematch; renders nothing where there is none. */
  rematch?: ReactNode;
  onFindMatch: () => void;
}

/** The result of an online game, and the coins. */
export function OnlineGameOver({ table, me, rematch, onFindMatch }: OnlineGameOverProps) {
  const { t } = useTranslation();
  const close = useOnline((store) => store.closeResult);
  const ending = endingOf(table, me);
  const alone = isAlone(table, me);
  const own = sideOf(table.game, me);
  const winning = table.confirmedState.outcome?.winningPositions ?? null;

  function title(): string {
    if (ending.kind !== 'over') return t(titles[ending.kind]);
    return ending.winner
      ? t('localGame.wins', { name: nameOf(table.game, ending.winner) })
      : t('onlineGame.ended');
  }

  function description(): string {
    if (winning) return lineNames(winning).join(' · ');
    if (ending.kind === 'draw') return t('gameView.drawText');
    if (ending.kind === 'lost') return t('onlineGame.youLeft');
    if (!ending.winner) return t('onlineGame.endedText');
    return t('onlineGame.opponentLeft', { name: nameOf(table.game, opponentOf(ending.winner)) });
  }

  return (
    <GameOverDialog
      title={title()}
      description={description()}
      board={toBoard(table.confirmedState)}
      winning={winning}
      festive={ending.kind === 'won' || (own === null && ending.winner !== null)}
      review={`/games/${table.game.id}`}
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            {t('gameView.lookAtBoard')}
          </Button>
          <Button
            variant={alone || !rematch ? 'primary' : 'secondary'}
            onClick={() => {
              close();
              onFindMatch();
            }}
          >
            {t('onlineGame.findAnother')}
          </Button>
        </>
      }
    >
      <Brought ending={ending} bet={table.game.betAmount} />
      {!alone && rematch && <div className="mbs-4 empty:hidden">{rematch}</div>}
    </GameOverDialog>
  );
}

function Brought({ ending: { kind, coins }, bet }: { ending: Ending; bet: number }) {
  const { t } = useTranslation();
  if (bet === 0 || kind === 'over') return null;
  const text = {
    won: t('onlineGame.won', { count: coins }),
    lost: t('onlineGame.lost', { count: coins }),
    draw: t('onlineGame.betBack'),
  }[kind];
  return (
    <p className="mbs-4 flex items-center gap-2 font-display font-semibold">
      <Coin className="size-6 shrink-0" />
      {text}
    </p>
  );
}
