import type { User } from '@fifteen/contract';
import { AI_WIN_AWARD } from '@fifteen/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ResultPanel, type ResultTone } from '@/components/game-view/ResultPanel.tsx';
import { lineNames } from '@/components/game-view/announceMove.ts';
import { useFirstShowing } from '@/components/game-view/useFirstShowing.ts';
import { WonCoins } from '@/components/game-view/WonCoins.tsx';
import { Button } from '@/components/ui/Button.tsx';
import type { LocalGame } from '../model/localGame.ts';
import { usePaidAward } from '../model/paidAward.ts';
import { useLocalGame } from '../model/store.ts';

interface LocalResultProps {
  user: User;
  /** The way to the review, and the turning point. */
  review: ReactNode;
  turningPoint?: ReactNode;
}

function toneOf({ own, state }: LocalGame): ResultTone {
  const winner = state.outcome?.winner;
  if (!winner) return 'draw';
  if (own === null) return 'over';
  return winner === own ? 'won' : 'lost';
}

const titles = { won: 'gameView.victory', lost: 'gameView.defeat', draw: 'gameView.draw' } as const;

/** The result of a game on this device, once it is reported and until it is closed. */
export function LocalResult(props: LocalResultProps) {
  const game = useLocalGame((store) => store.game);
  return game.phase === 'resultShown' ? <Result key={game.id} game={game} {...props} /> : null;
}

function Result({ game, user, review, turningPoint }: LocalResultProps & { game: LocalGame }) {
  const { t } = useTranslation();
  const startRematch = useLocalGame((store) => store.startRematch);
  const closeResult = useLocalGame((store) => store.close);
  const isPaid = usePaidAward(({ gameId }) => gameId === game.id);
  const { isFirst, close } = useFirstShowing(game.id, closeResult);
  const { outcome } = game.state;
  const winner = outcome?.winner ?? null;
  const tone = toneOf(game);

  function title(): string {
    if (tone !== 'over') return t(titles[tone]);
    return t('localGame.wins', {
      name: winner === 'X' ? user.displayName : t('localGame.playerSide', { side: 'O' }),
    });
  }

  return (
    <ResultPanel
      isFirst={isFirst}
      tone={tone}
      title={title()}
      description={lineNames(outcome?.winningPositions ?? []).join(' · ') || t('gameView.drawText')}
      winner={winner}
      pieceStyle={winner === (game.own ?? 'X') ? user.activePieceStyle : undefined}
      festive={tone === 'won' || tone === 'over'}
      onClose={close}
      rewards={
        isPaid && <WonCoins text={t('localGame.award.title', { coins: AI_WIN_AWARD })} flying={isFirst} />
      }
      notes={turningPoint}
      actions={
        <>
          <Button variant="primary" size="lg" data-autofocus onClick={startRematch}>
            {t('gameView.playAgain')}
          </Button>
          {review}
        </>
      }
    />
  );
}
