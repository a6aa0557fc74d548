import { opponentOf, type Side, sideToMove, toBoard } from '@fifteen/domain';
import type { User } from '@fifteen/contract';
import { User as Person } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { isLineLensOn, usePreferences } from '@/lib/state/preferences.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Countdown } from '@/components/game-view/Countdown.tsx';
import type { Seat } from '@/components/game-view/PlayerStrip.tsx';
import { GameView } from '@/components/game-view/GameView.tsx';
import { useScrollToBoard } from '@/components/game-view/useScrollToBoard.ts';
import type { Hint } from '../model/computer.ts';
import type { LocalGame } from '../model/localGame.ts';
import { startAwards } from '../model/startAwards.ts';
import { hintText, useLocalGame } from '../model/store.ts';
import { LocalActions } from './LocalActions.tsx';

const ComputerFace = lazyComponent(
  async () => (await import('@/components/computer/ComputerFace.tsx')).ComputerFace,
);
const HelpDialog = lazyComponent(async () => (await import('./HelpDialog.tsx')).HelpDialog);
const BestMoves = lazyComponent(async () => (await import('@/components/board/BestMoves.tsx')).BestMoves);

/** One element for all renders: it has no props, and renders when its own stores change. */
const actions = <LocalActions />;

/** Returns who sits on each side and what is said under the name: the same seats until something of them changes. */
function useSeats(game: LocalGame, user: User, hint: Hint | null): Record<Side, Seat> {
  const { t } = useTranslation();
  return useMemo(() => seatsOf(game, user, hint, t), [game, user, hint, t]);
}

function seatsOf(game: LocalGame, user: User, hint: Hint | null, t: TFunction): Record<Side, Seat> {
  const turn = game.state.outcome ? null : sideToMove(game.state);
  const winner = game.state.outcome?.winner;

  function caption(side: Side): string {
    if (winner) return t(side === winner ? 'gameView.winner' : 'gameView.over');
    if (game.state.outcome) return t('gameView.draw');
    if (turn !== side) return t('gameView.waiting');
    if (game.mode === 'pass-play') return t('localGame.sideTurn', { side });
    if (side !== game.own) return t('localGame.thinking');
    return hint ? hintText(hint) : t('gameView.yourTurn');
  }

  function identityOf(
    side: Side,
  ): Pick<Seat, 'name' | 'picture' | 'cosmetics' | 'icon' | 'tag' | 'onProfile'> {
    if (side === (game.own ?? 'X'))
      return {
        name: user.displayName,
        picture: user.profileImageUrl,
        cosmetics: user,
        onProfile: () => usePlayerCard.getState().open(user.id),
      };
    if (game.mode === 'pass-play')
      return { name: t('localGame.playerSide', { side }), icon: <Person size={20} /> };
    return {
      name: t(`localGame.name.${game.difficulty}`),
      tag: t(`localGame.computerAt.${game.difficulty}`),
      icon: (
        <span className="block size-[40px]">
          <OptionalPart subject={game.difficulty}>
            <ComputerFace level={game.difficulty} className="size-[40px]" />
          </OptionalPart>
        </span>
      ),
    };
  }

  const seat = (side: Side): Seat => ({
    ...identityOf(side),
    side,
    caption: caption(side),
    won: winner === side,
    active: turn === side,
  });
  return { X: seat('X'), O: seat('O') };
}

/** The last local game on the board, even while another page or an online game has replaced it. */
let lastGame = useLocalGame.getState().game.id;

/**
 * Scrolls the board into view when a game starts, but not for one that was running when the page opened or returned.
 */
function useScrollToGame(gameId: string): void {
  const [first] = useState(lastGame);
  useEffect(() => {
    lastGame = gameId;
  }, [gameId]);
  useScrollToBoard(gameId === first ? null : gameId);
}

/** The view of a game on this device: against the computer, or two players with one screen. */
export function LocalGameView({ user }: { user: User }) {
  const { t } = useTranslation();
  const { game, hint, asking, answerHelp, press, resume, leave } = useLocalGame();
  const preferences = usePreferences();
  const { state } = game;
  // The piece is painted first, and in the next frame what it changes around: whose turn it is, captions, the moves.
  const settled = useDeferredValue(game);
  const seats = useSeats(settled, user, hint);
  const turn = settled.state.outcome ? null : sideToMove(settled.state);
  const own = settled.own ?? 'X';

  // Timed steps (the computer's move, the report) run only while the board is visible. Another user has another game.
  useEffect(() => {
    resume();
    return leave;
  }, [resume, leave, user.id]);

  useEffect(() => startAwards(user.id), [user.id]);

  useScrollToGame(game.id);

  return (
    <>
      <GameView
        gameId={game.id}
        opponent={seats[opponentOf(own)]}
        ownSeat={seats[own]}
        moves={settled.state.moves}
        board={toBoard(state)}
        turn={turn}
        playable={settled.phase === 'turn'}
        lastMove={state.moves.at(-1) ?? null}
        winning={settled.state.outcome?.winningPositions ?? null}
        highlightsLines={isLineLensOn(preferences)}
        marks={
          hint && (
            <OptionalPart subject={hint}>
              <BestMoves cells={[hint.position]} side={own} />
            </OptionalPart>
          )
        }
        description={turn ? t('gameView.turnOf', { name: seats[turn].name }) : t('gameView.over')}
        onMove={press}
        actions={actions}
      />
      {game.phase === 'countdown' && <Countdown value={game.countdown} />}
      <OptionalPart subject={asking} onFailure={() => answerHelp(false)}>
        {asking && <HelpDialog help={asking} />}
      </OptionalPart>
    </>
  );
}
