import { type Side, toBoard } from '@fifteen/domain';
import { BookOpen, Eye, LogOut, Trophy, UserRound, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSplashEnd } from '@/lib/splash.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { isLineLensOn, usePreferences } from '@/lib/state/preferences.ts';
import { ActionBar, ActionButton } from '@/components/game-view/ActionBar.tsx';
import type { Seat } from '@/components/game-view/PlayerStrip.tsx';
import { lineNames } from '@/components/game-view/announceMove.ts';
import { GameView } from '@/components/game-view/GameView.tsx';
import { useScrollToBoard } from '@/components/game-view/useScrollToBoard.ts';
import { winnerOf } from '../model/ending.ts';
import { isAutoPlayed, type OnlineGame, playerAt, shownState, turnOf } from '../model/onlineGame.ts';
import { nameOf } from '../model/notifications.ts';
import { useOnlineGame } from '../model/store.ts';
import { Bubble } from './Bubble.tsx';
import { ConnectingOverlay } from './ConnectingOverlay.tsx';
import { OfflineTimer, TurnClock } from './TurnClock.tsx';
import { botSeat, profileOf } from './useSeat.tsx';
import styles from './Online.module.css';

/** The game for a spectator, who can only watch and leave (docs/spec/play.md#play-6). */
export function SpectatorView({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { onlineGame, press, openResult } = useOnlineGame();
  const preferences = usePreferences();
  const status = useConnectionStatus((connection) => connection.status);
  const down = status !== 'open';
  const show = useOverlay((store) => store.show);
  const state = onlineGame && shownState(onlineGame);
  const turn = onlineGame && turnOf(onlineGame);
  const running = onlineGame?.phase === 'playing';
  const winner = onlineGame && !running ? winnerOf(onlineGame) : null;
  useSplashEnd(true);
  useScrollToBoard(running ? onlineGame.game.id : null);

  function seat(side: Side): Seat {
    if (!onlineGame) {
      const caption = t('onlineGame.watch.waiting');
      return { side, name: t('onlineGame.player', { side }), icon: <UserRound />, caption, active: false };
    }
    const info = side === 'X' ? onlineGame.game.playerXInfo : onlineGame.game.playerOInfo;
    return {
      side,
      name: nameOf(onlineGame.game, side),
      picture: info?.profileImageUrl,
      cosmetics: info ?? undefined,
      ...botSeat(playerAt(onlineGame.game, side), t('home.mode.ai')),
      caption: caption(side),
      won: winner === side,
      active: turn === side,
      onProfile: profileOf(playerAt(onlineGame.game, side)),
    };
  }

  function caption(side: Side): ReactNode {
    if (!running) {
      if (winner) return t(winner === side ? 'gameView.winner' : 'gameView.over');
      return t(state?.outcome ? 'gameView.draw' : 'gameView.over');
    }
    const since = onlineGame.offline[playerAt(onlineGame.game, side)];
    if (since !== undefined) return <OfflineTimer since={since} />;
    if (isAutoPlayed(onlineGame.game, side)) return t('onlineGame.autoPlaying');
    return t(turn === side ? 'onlineGame.choosing' : 'gameView.waiting');
  }

  const beside = (side: Side) =>
    onlineGame && (
      <>
        <Bubble userId={playerAt(onlineGame.game, side)} />
        {turn === side && <TurnClock game={onlineGame.game} label={t('onlineGame.timeLeft')} />}
      </>
    );

  return (
    <>
      <GameView
        opponent={seat('O')}
        ownSeat={seat('X')}
        moves={state?.moves ?? []}
        board={state ? toBoard(state) : {}}
        turn={turn}
        playable={false}
        lastMove={state?.moves.at(-1) ?? null}
        winning={state?.outcome?.winningPositions ?? null}
        highlightsLines={isLineLensOn(preferences)}
        frozen={running && down}
        description={
          turn
            ? t('gameView.turnOf', { name: seat(turn).name })
            : t(onlineGame ? 'gameView.over' : 'onlineGame.watch.waiting')
        }
        onMove={press}
        opponentClock={beside('O')}
        ownClock={beside('X')}
        banner={
          <p className={styles.watching}>
            <Eye aria-hidden size={16} className="text-accent" />
            {t('onlineGame.watch.chip')}
            {onlineGame && <Progress onlineGame={onlineGame} />}
          </p>
        }
        overlay={(running ? down : status === 'lost') && <ConnectingOverlay />}
        actions={
          <ActionBar>
            <ActionButton icon={<BookOpen />} onClick={() => show('rules')}>
              {t('gameView.rules')}
            </ActionButton>
            <ActionButton
              icon={preferences.sound ? <Volume2 /> : <VolumeX />}
              pressed={preferences.sound}
              onClick={() => preferences.set({ sound: !preferences.sound })}
            >
              {t('gameView.sound')}
            </ActionButton>
            {onlineGame?.phase === 'closed' && (
              <ActionButton icon={<Trophy />} onClick={openResult}>
                {t('onlineGame.result')}
              </ActionButton>
            )}
            <ActionButton icon={<LogOut className="rtl:-scale-x-100" />} danger onClick={onLeave}>
              {t('onlineGame.leave.action')}
            </ActionButton>
          </ActionBar>
        }
      />
    </>
  );
}

/** The last move by its cell; after the end, the result with its line. */
function Progress({ onlineGame }: { onlineGame: OnlineGame }) {
  const { t } = useTranslation();
  return <span className="font-normal text-muted">{text()}</span>;

  function text(): string | null {
    const { moves, outcome } = shownState(onlineGame);
    const winner = winnerOf(onlineGame);
    if (onlineGame.phase !== 'playing' && winner) {
      const won = t('gameView.announcement.win', { name: nameOf(onlineGame.game, winner) });
      return [won, ...lineNames(outcome?.winningPositions ?? [])].join(' ');
    }
    if (outcome) return t('gameView.announcement.draw');
    const position = moves.at(-1);
    if (position === undefined) return null;
    const side: Side = moves.length % 2 === 1 ? 'X' : 'O';
    return t('gameView.announcement.move', { name: nameOf(onlineGame.game, side), side, position });
  }
}
