import type { Participant, User } from '@fifteen/contract';
import { opponentOf, type Side, toBoard } from '@fifteen/domain';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazily } from '@/lib/lazily.ts';
import { useSplashEnd } from '@/lib/splash.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { lensOn, usePreferences } from '@/lib/state/preferences.ts';
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
import { useOnline } from '../model/store.ts';
import { AutoPlayBanner } from './AutoPlayBanner.tsx';
import { Bubble } from './Bubble.tsx';
import { ConnectingOverlay } from './ConnectingOverlay.tsx';
import { OnlineActions } from './OnlineActions.tsx';
import { TurnClock } from './TurnClock.tsx';
import { useSeat } from './useSeat.tsx';

const LeaveDialog = lazily(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);

interface OnlineTableProps {
  user: User;
  /** Before the game: the other player of the room; null while there is none, undefined without a room. */
  across?: Participant | null;
}

/** Content beside the name in a strip: the chat bubble, and the turn clock. */
function Beside({ table, side, label }: { table: OnlineGame; side: Side; label: string }) {
  const userId = playerAt(table.game, side);
  return (
    <>
      <Bubble userId={userId} />
      {turnOf(table) === side && <TurnClock game={table.game} label={label} />}
    </>
  );
}

/** The board of an online game; without a game it waits for an opponent. */
export function OnlineGameView({ user, across }: OnlineTableProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const { table, me, leaving, press } = online;
  const preferences = usePreferences();
  const down = useConnectionStatus((line) => line.status !== 'open');
  const seat = useSeat(table, user, across);

  const own = (table && sideOf(table.game, me)) ?? 'X';
  const state = table && shownState(table);
  const turn = table && turnOf(table);
  const running = table?.phase === 'playing';
  const seats: Record<'own' | 'opponent', Seat> = { own: seat(own), opponent: seat(opponentOf(own)) };

  useScrollToBoard(running ? table.game.id : null);
  useSplashEnd(running || across !== undefined);

  return (
    <>
      <GameView
        opponent={seats.opponent}
        own={seats.own}
        moves={state?.moves ?? []}
        board={state ? toBoard(state) : {}}
        turn={turn}
        playable={mayMove(online)}
        lastMove={state?.moves.at(-1) ?? null}
        winning={state?.outcome?.winningPositions ?? null}
        lens={lensOn(preferences)}
        frozen={running && down}
        description={description()}
        onMove={press}
        opponentClock={
          table && <Beside table={table} side={opponentOf(own)} label={t('onlineGame.timeLeft')} />
        }
        ownClock={table && <Beside table={table} side={own} label={t('onlineGame.timeLeft')} />}
        banner={running && isAutoPlayed(table.game, own) && <AutoPlayBanner />}
        overlay={running && down && <ConnectingOverlay />}
        actions={<OnlineActions seated={Boolean(table && sideOf(table.game, me))} running={running} />}
      />
      <Suspense>{leaving && table && <LeaveDialog bet={table.game.betAmount} />}</Suspense>
    </>
  );

  function description(): string {
    if (!table) return t('onlineGame.noGame');
    return turn ? t('gameView.turnOf', { name: seat(turn).name }) : t('gameView.over');
  }
}
