import type { Participant, User } from '@fifteen/contract';
import { opponentOf, type Side, toBoard } from '@fifteen/domain';
import { useTranslation } from 'react-i18next';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { useSplashEnd } from '@/lib/splash.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { isLineLensOn, usePreferences } from '@/lib/state/preferences.ts';
import type { Seat } from '@/components/game-view/PlayerStrip.tsx';
import { GameView } from '@/components/game-view/GameView.tsx';
import { useScrollToBoard } from '@/components/game-view/useScrollToBoard.ts';
import {
  isAutoPlayed,
  mayMove,
  type OnlineGame,
  playerAt,
  shownState,
  sideOf,
  turnOf,
} from '../model/onlineGame.ts';
import { useOnlineGame } from '../model/store.ts';
import { AutoPlayBanner } from './AutoPlayBanner.tsx';
import { Bubble } from './Bubble.tsx';
import { ConnectingOverlay } from './ConnectingOverlay.tsx';
import { OnlineActions } from './OnlineActions.tsx';
import { TurnClock } from './TurnClock.tsx';
import { useSeat } from './useSeat.tsx';

const LeaveDialog = lazyComponent(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);
const LeaveRoomDialog = lazyComponent(
  async () => (await loadWithLaterTexts(import('./LeaveRoomDialog.tsx'))).LeaveRoomDialog,
);

interface OnlineGameViewProps {
  user: User;
  /** Before the game: the other player of the room; null while there is none, undefined without a room. */
  otherPlayer?: Participant | null;
}

/** Content beside the name in a strip: the chat bubble, and the turn clock. */
function SidePanel({ onlineGame, side, label }: { onlineGame: OnlineGame; side: Side; label: string }) {
  const userId = playerAt(onlineGame.game, side);
  return (
    <>
      <Bubble userId={userId} />
      {turnOf(onlineGame) === side && <TurnClock game={onlineGame.game} label={label} />}
    </>
  );
}

/** The board of an online game; without a game it waits for an opponent. */
export function OnlineGameView({ user, otherPlayer }: OnlineGameViewProps) {
  const { t } = useTranslation();
  const online = useOnlineGame();
  const { onlineGame, me, leaving, stay, press } = online;
  const preferences = usePreferences();
  const status = useConnectionStatus((connection) => connection.status);
  const seat = useSeat(onlineGame, user, otherPlayer);

  const own = (onlineGame && sideOf(onlineGame.game, me)) ?? 'X';
  const state = onlineGame && shownState(onlineGame);
  const turn = onlineGame && turnOf(onlineGame);
  const running = onlineGame?.phase === 'playing';
  const down = status !== 'open';
  // The first connection of a page that opens in a room is no loss.
  const isCovered = running ? down : otherPlayer !== undefined && status === 'lost';
  const seats: Record<'own' | 'opponent', Seat> = { own: seat(own), opponent: seat(opponentOf(own)) };

  useScrollToBoard(running ? onlineGame.game.id : null);
  useSplashEnd(running || otherPlayer !== undefined);

  return (
    <>
      <GameView
        gameId={onlineGame?.game.id}
        opponent={seats.opponent}
        ownSeat={seats.own}
        moves={state?.moves ?? []}
        board={state ? toBoard(state) : {}}
        turn={turn}
        playable={mayMove(online)}
        lastMove={state?.moves.at(-1) ?? null}
        winning={state?.outcome?.winningPositions ?? null}
        highlightsLines={isLineLensOn(preferences)}
        frozen={running && down}
        description={description()}
        onMove={press}
        opponentClock={
          onlineGame && (
            <SidePanel onlineGame={onlineGame} side={opponentOf(own)} label={t('onlineGame.timeLeft')} />
          )
        }
        ownClock={
          onlineGame && <SidePanel onlineGame={onlineGame} side={own} label={t('onlineGame.timeLeft')} />
        }
        banner={running && isAutoPlayed(onlineGame.game, own) && <AutoPlayBanner />}
        overlay={isCovered && <ConnectingOverlay />}
        actions={
          <OnlineActions seated={Boolean(onlineGame && sideOf(onlineGame.game, me))} running={running} />
        }
      />
      <OptionalPart subject={leaving} onFailure={stay}>
        {leaving && onlineGame && <LeaveDialog bet={onlineGame.game.betAmount} />}
        {leaving && leaving !== 'lobby' && !onlineGame && <LeaveRoomDialog mode={leaving} />}
      </OptionalPart>
    </>
  );

  function description(): string {
    if (!onlineGame) return t('onlineGame.noGame');
    return turn ? t('gameView.turnOf', { name: seat(turn).name }) : t('gameView.over');
  }
}
