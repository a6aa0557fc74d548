import { Suspense, useEffect } from 'react';
import { ComputerSetup, LocalGameView, useLocalGame } from '@/features/local-game/index.ts';
import {
  OnlineGameView,
  PendingGameView,
  SpectatorView,
  leaveGame,
  useOnlineGame,
} from '@/features/online-game/index.ts';
import { MatchDialog, PlayOnline, useSearch } from '@/features/quick-match/index.ts';
import { RoomReminder } from '@/features/rooms/index.ts';
import { useNarrower, useWide } from '@/lib/a11y/media.ts';
import { HomeLayout } from './HomeLayout.tsx';
import { ModeSelector } from './ModeSelector.tsx';
import { TopBar } from './TopBar.tsx';
import { loadWithLaterTexts } from '@/lib/i18n/i18n.ts';
import { lazyComponent } from '@/lib/lazyComponent.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { isSpectator, useParticipants, useRoom } from '@/entities/room/room.ts';
import { useUser } from '@/entities/session/session.ts';
import { type Mode, useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { HomeMenu } from './HomeMenu.tsx';

const OnlineDetails = lazyComponent(
  async () => (await loadWithLaterTexts(import('./OnlineDetails.tsx'))).OnlineDetails,
);
const OwnRoom = lazyComponent(async () => (await loadWithLaterTexts(import('./OnlineDetails.tsx'))).OwnRoom);
const GameResult = lazyComponent(
  async () => (await loadWithLaterTexts(import('./GameResult.tsx'))).GameResult,
);
// There is no connection to speak of before the code of the socket has arrived.
const ConnectionQuality = lazyComponent(
  async () => (await import('./ConnectionQuality.tsx')).ConnectionQuality,
);
// These cards are loaded after the board, which is playable without them.
const HomeSide = lazyComponent(async () => (await import('./HomeSide.tsx')).HomeSide);

/** Home: the board, and what can be played on it. */
export function HomePage() {
  const user = useUser();
  const openProfile = usePlayerCard((store) => store.open);
  const show = useOverlay((store) => store.show);
  const mode = useMode((store) => store.mode);
  const wide = useWide();
  const narrow = useNarrower(768);
  const room = useRoom((store) => store.room);
  const participants = useParticipants(room);
  const watching = isSpectator(participants, user.id);
  const otherPlayer = participants.find((one) => one.role === 'player' && one.userId !== user.id) ?? null;
  const leaveTo = useOnlineGame((store) => store.leaveTo);
  const discardFor = useLocalGame((store) => store.discardFor);
  const isLocalOver = useLocalGame((store) => store.game.state.outcome !== null);
  const isOnlineOver = useOnlineGame(
    (store) => store.onlineGame !== null && store.onlineGame.phase !== 'playing',
  );
  const isOver = mode === 'online' ? isOnlineOver : isLocalOver;
  // Each kind of game asks before it is given up.
  const changeMode = (next: Mode) => (mode === 'online' ? leaveTo(next) : discardFor(() => leaveTo(next)));
  const findMatch = useSearch((store) => store.open);
  const playing = useOnlineGame((store) => store.onlineGame?.phase === 'playing');
  const searchState = useSearch((store) => store.search.at);
  // Only this page shows a search: one that goes on unseen would start a game for coins.
  const closeSearch = useSearch((store) => store.close);
  useEffect(() => {
    if (useSearch.getState().search.at === 'rejected') closeSearch();
    return closeSearch;
  }, [closeSearch]);
  const ownRoom = mode === 'online' && room !== null;
  const nextStep = ownRoom ? (
    <OptionalPart subject={room.id}>
      <OwnRoom user={user} />
    </OptionalPart>
  ) : (
    !playing && <PlayOnline />
  );
  const level = mode === 'ai' && (
    // As high as the setup in most languages, so that the cards below it do not jump when it comes.
    <OptionalPart subject={mode} fallback={<div className="min-h-[204px]" />}>
      <ComputerSetup />
    </OptionalPart>
  );
  const details = (
    <>
      {!wide && level}
      {mode === 'online' && (
        <OptionalPart subject={room?.id}>
          <OnlineDetails user={user} watching={watching} />
        </OptionalPart>
      )}
      {mode !== 'online' && room && (
        <OptionalPart subject={room.id}>
          <RoomReminder code={room.code} onOpen={() => changeMode('online')} />
        </OptionalPart>
      )}
    </>
  );

  return (
    <HomeLayout
      bar={
        <TopBar
          user={user}
          network={
            <OptionalPart subject={user.id} fallback={<span className="h-[20px] w-3" />}>
              <ConnectionQuality />
            </OptionalPart>
          }
          menu={<HomeMenu />}
          onProfile={() => openProfile(user.id)}
          onLeaderboard={() => show('leaderboard')}
        />
      }
      nextStep={nextStep}
      nextStepBelow={narrow}
      modes={
        <ModeSelector mode={mode} onChange={changeMode}>
          {wide && level}
        </ModeSelector>
      }
      game={
        <>
          {mode !== 'online' && <LocalGameView user={user} />}
          <Suspense fallback={<PendingGameView user={user} />}>
            {mode === 'online' && watching && <SpectatorView onLeave={() => leaveGame(user.id)} />}
            {mode === 'online' && !watching && (
              <OnlineGameView user={user} otherPlayer={room ? otherPlayer : undefined} />
            )}
          </Suspense>
          <OptionalPart subject={searchState} onFailure={closeSearch}>
            {searchState !== 'closed' && <MatchDialog user={user} onPlayComputer={() => leaveTo('ai')} />}
          </OptionalPart>
        </>
      }
      result={
        isOver && (
          <OptionalPart subject={mode}>
            <GameResult user={user} onFindMatch={findMatch} />
          </OptionalPart>
        )
      }
      details={details}
      side={
        <OptionalPart subject={user.id}>
          <HomeSide user={user} />
        </OptionalPart>
      }
    />
  );
}
