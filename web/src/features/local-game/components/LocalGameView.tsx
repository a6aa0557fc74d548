import { opponentOf, type Side, sideToMove, toBoard } from '@fifteen/rules';
import type { User } from '@fifteen/contract';
import { Bot, User as Person } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '@/lib/lazily.ts';
import { lensOn, usePreferences } from '@/lib/state/preferences.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Countdown } from '@/components/game-view/Countdown.tsx';
import type { Seat } from '@/components/game-view/PlayerStrip.tsx';
import { GameView } from '@/components/game-view/GameView.tsx';
import { useScrollToBoard } from '@/components/game-view/useScrollToBoard.ts';
import { startAwards } from '../model/award.ts';
import { humanSide, type LocalGame } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';
import { LocalActions } from './LocalActions.tsx';

const DiscardDialog = lazily(async () => (await import('./DiscardDialog.tsx')).DiscardDialog);

/** Who sits on a side and what is said under the name. */
function useSeats(game: LocalGame, user: User): (side: Side) => Seat {
  const { t } = useTranslation();
  const turn = game.state.outcome ? null : sideToMove(game.state);
  const winner = game.state.outcome?.winner;

  function caption(side: Side): string {
    if (winner) return t(side === winner ? 'gameView.winner' : 'gameView.over');
    if (game.state.outcome) return t('gameView.draw');
    if (turn !== side) return t('gameView.waiting');
    if (game.mode === 'pass-play') return t('localGame.sideTurn', { side });
    return t(side === 'X' ? 'gameView.yourTurn' : 'localGame.thinking');
  }

  function who(side: Side): Pick<Seat, 'name' | 'picture' | 'cosmetics' | 'icon' | 'onProfile'> {
    if (side === 'X')
      return {
        name: user.displayName,
        picture: user.profileImageUrl,
        cosmetics: user,
        onProfile: () => usePlayerCard.getState().open(user.id),
      };
    if (game.mode === 'pass-play')
      return { name: t('localGame.playerSide', { side }), icon: <Person size={20} /> };
    return { name: t(`localGame.computerAt.${game.difficulty}`), icon: <Bot size={20} /> };
  }

  return (side) => ({ ...who(side), side, caption: caption(side), active: turn === side });
}

/** The game that was last at this table, also while another page or an online game has replaced the table. */
let lastGame = useLocalGame.getState().game.id;

/** Scrolls the board into view when a game starts, but not for one that the page opens with or returns to. */
function useScrollToGame(gameId: string): void {
  const [first] = useState(lastGame);
  useEffect(() => {
    lastGame = gameId;
  }, [gameId]);
  useScrollToBoard(gameId === first ? null : gameId);
}

/** The table set for a game on this device: against the computer, or two players with one screen. */
export function LocalGameView({ user }: { user: User }) {
  const { t } = useTranslation();
  const { game, discarding, press, resume, leave } = useLocalGame();
  const preferences = usePreferences();
  const seat = useSeats(game, user);
  const { state, phase } = game;
  const turn = state.outcome ? null : sideToMove(state);
  const own = humanSide(game) ?? 'X';

  // What is due by itself (the computer's move, the report) goes on only while the table is looked at.
  useEffect(() => {
    resume();
    return leave;
  }, [resume, leave]);

  useEffect(() => startAwards(user.id), [user.id]);

  useScrollToGame(game.id);

  return (
    <>
      <GameView
        opponent={seat(opponentOf(own))}
        own={seat(own)}
        moves={state.moves}
        board={toBoard(state)}
        turn={turn}
        playable={phase === 'turn'}
        lastMove={state.moves.at(-1) ?? null}
        winning={state.outcome?.winningPositions ?? null}
        lens={lensOn(preferences)}
        description={turn ? t('gameView.turnOf', { name: seat(turn).name }) : t('gameView.over')}
        onMove={press}
        actions={<LocalActions />}
      />
      {phase === 'countdown' && <Countdown value={game.countdown} />}
      <Suspense>{discarding && <DiscardDialog />}</Suspense>
    </>
  );
}
