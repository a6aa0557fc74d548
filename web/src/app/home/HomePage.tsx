import { Suspense } from 'react';
import { useWide } from '@/a11y/media.ts';
import { useAgain } from '@/features/again/model/store.ts';
import { LocalTable } from '@/features/game/components/LocalTable.tsx';
import { HomeLayout } from '@/features/home/components/HomeLayout.tsx';
import { useLocalGame } from '@/features/game/model/store.ts';
import { ModeSelector } from '@/features/home/components/ModeSelector.tsx';
import { TopBar } from '@/features/home/components/TopBar.tsx';
import { useSearch } from '@/features/matchmaking/model/store.ts';
import { useOnline } from '@/features/online/model/store.ts';
import { withLaterTexts } from '@/i18n/i18n.ts';
import { lazily } from '@/lib/lazily.ts';
import { isSpectator, useParticipants, useRoom } from '@/lib/room.ts';
import { useUser } from '@/lib/session.ts';
import { type Mode, useMode } from '@/state/mode.ts';
import { useOverlay } from '@/state/overlay.ts';
import { useProfile } from '@/state/profile.ts';
import { DifficultySetting } from './DifficultySetting.tsx';
import { useNextGame } from '../again/useNextGame.ts';
import { leaveTable } from '../rooms/leaveTable.ts';
import { HomeMenu } from './HomeMenu.tsx';
import { LineQuality } from './LineQuality.tsx';

const OnlineTable = lazily(
  async () => (await import('@/features/online/components/OnlineTable.tsx')).OnlineTable,
);
const WatchTable = lazily(
  async () => (await import('@/features/online/components/WatchTable.tsx')).WatchTable,
);
const AgainOffer = lazily(async () => (await withLaterTexts(import('../again/AgainOffer.tsx'))).AgainOffer);
const OnlineDetails = lazily(async () => (await withLaterTexts(import('./OnlineDetails.tsx'))).OnlineDetails);
const RoomReminder = lazily(
  async () => (await withLaterTexts(import('@/features/rooms/components/RoomReminder.tsx'))).RoomReminder,
);
// The board is playable without these cards: their code comes after it.
const HomeSide = lazily(async () => (await import('./HomeSide.tsx')).HomeSide);
const MatchDialog = lazily(
  async () => (await withLaterTexts(import('@/features/matchmaking/components/MatchDialog.tsx'))).MatchDialog,
);

/** Home: one table, and around it what can be played at it. */
export function HomePage() {
  const user = useUser();
  const openProfile = useProfile((store) => store.open);
  const show = useOverlay((store) => store.show);
  const mode = useMode((store) => store.mode);
  const wide = useWide();
  const next = useNextGame();
  const asked = useAgain(({ theirs, aside }) => theirs !== null && !aside);
  const room = useRoom((store) => store.room);
  const watching = isSpectator(room, user.id);
  const participants = useParticipants(room);
  const across = participants.find((one) => one.role === 'player' && one.userId !== user.id) ?? null;
  const leaveFor = useOnline((store) => store.leaveFor);
  const discardFor = useLocalGame((store) => store.discardFor);
  // Each kind of game asks before it is given up.
  const changeMode = (next: Mode) => (mode === 'online' ? leaveFor(next) : discardFor(() => leaveFor(next)));
  const findMatch = useSearch((store) => store.open);
  const searching = useSearch((store) => store.search.at !== 'closed');
  const details = (
    <>
      {mode === 'ai' && <DifficultySetting />}
      {mode === 'online' && (
        <Suspense>
          <OnlineDetails user={user} watching={watching} />
        </Suspense>
      )}
      {mode !== 'online' && room && (
        <Suspense>
          <RoomReminder code={room.code} onGo={() => changeMode('online')} />
        </Suspense>
      )}
    </>
  );

  return (
    <HomeLayout
      bar={
        <TopBar
          user={user}
          network={<LineQuality />}
          menu={<HomeMenu />}
          onProfile={() => openProfile(user.id)}
          onLeaderboard={() => show('leaderboard')}
        />
      }
      modes={
        <ModeSelector mode={mode} onChange={changeMode}>
          {wide && details}
        </ModeSelector>
      }
      table={
        <>
          {mode !== 'online' && <LocalTable user={user} />}
          <Suspense>
            {mode === 'online' && watching && (
              <WatchTable onLeave={() => leaveTable(user.id)} onFindMatch={findMatch} />
            )}
            {mode === 'online' && !watching && (
              <OnlineTable
                user={user}
                across={room ? across : undefined}
                again={next && <AgainOffer next={next} coins={user.coins} />}
                covered={asked}
                onFindMatch={findMatch}
              />
            )}
          </Suspense>
          <Suspense>
            {searching && <MatchDialog user={user} onPlayComputer={() => leaveFor('ai')} />}
          </Suspense>
        </>
      }
      details={!wide && details}
      side={
        <Suspense>
          <HomeSide user={user} />
        </Suspense>
      }
    />
  );
}
