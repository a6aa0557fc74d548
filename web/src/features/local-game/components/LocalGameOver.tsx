import { toBoard } from '@fifteen/domain';
import type { User } from '@fifteen/contract';
import { useTranslation } from 'react-i18next';
import { GameOverDialog } from '@/components/game-view/GameOverDialog.tsx';
import { lineNames } from '@/components/game-view/announceMove.ts';
import { Button } from '@/components/ui/Button.tsx';
import type { LocalGame } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';

/** Returns the title of a finished local game for the player at this screen. */
function useTitle({ mode, state }: LocalGame, user: User): string {
  const { t } = useTranslation();
  const winner = state.outcome?.winner;
  if (!winner) return t('gameView.draw');
  if (mode === 'ai') return t(winner === 'X' ? 'gameView.victory' : 'gameView.defeat');
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
      festive={winning !== null && (game.mode === 'pass-play' || game.state.outcome?.winner === 'X')}
      review={`/games/${game.id}`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('gameView.lookAtBoard')}</Button>
          <Button look="primary" data-autofocus onClick={again}>
            {t('gameView.playAgain')}
          </Button>
        </>
      }
    />
  );
}
