import { toBoard } from '@fifteen/domain';
import type { User } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { GameOverDialog } from '@/components/game-view/GameOverDialog.tsx';
import { lineNames } from '@/components/game-view/announceMove.ts';
import { Button } from '@/components/ui/Button.tsx';
import type { LocalGame } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';

/** How a finished local game is called, from the seat of the player at this screen. */
function useTitle({ own, state }: LocalGame, user: User): string {
  const { t } = useTranslation();
  const winner = state.outcome?.winner;
  if (!winner) return t('gameView.draw');
  if (own !== null) return t(winner === own ? 'gameView.victory' : 'gameView.defeat');
  return t('localGame.wins', {
    name: winner === 'X' ? user.displayName : t('localGame.playerSide', { side: winner }),
  });
}

export function LocalGameOver({ game, user }: { game: LocalGame; user: User }) {
  const { t } = useTranslation();
  const { startRematch: again, close } = useLocalGame();
  const title = useTitle(game, user);
  const winning = game.state.outcome?.winningPositions ?? null;
  return (
    <GameOverDialog
      title={title}
      description={winning ? lineNames(winning).join(' · ') : t('gameView.drawText')}
      board={toBoard(game.state)}
      winning={winning}
      festive={winning !== null && (game.own === null || game.state.outcome?.winner === game.own)}
      review={`/games/${game.id}`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('gameView.lookAtBoard')}</Button>
          <Button variant="primary" data-autofocus onClick={again}>
            {t('gameView.playAgain')}
          </Button>
        </>
      }
    />
  );
}
