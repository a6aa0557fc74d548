import { useEffect } from 'react';
import { FriendChats } from '@/features/friends/index.ts';
import { DiscardQuestion, useLocalGame } from '@/features/local-game/index.ts';
import { clearLastUser, useOnlineGame } from '@/features/online-game/index.ts';
import { startHeartbeat } from '@/features/presence/index.ts';
import { ProgressNotices } from '@/features/progress/index.ts';
import { quickMatch } from '@/features/quick-match/index.ts';
import { rematchMessages, RematchNotices } from '@/features/rematch/index.ts';
import { useResumedClaims } from '@/features/rewards/index.ts';
import { roomMessages, RoomNotices, useRoomRequests } from '@/features/rooms/index.ts';
import { refreshUser, signedInUserId, useUser } from '@/entities/session/session.ts';
import { ApiError } from '@/lib/apiError.ts';
import { connect, disconnect } from '@/lib/realtime/connect.ts';
import { send } from '@/lib/realtime/connection.ts';
import { leaveRoom, resumeRoom, useRoom } from '@/entities/room/room.ts';
import { speakInOneTab } from '@/lib/speaker.ts';
import { useSplashGone } from '@/lib/splash.ts';
import { nextTask } from '@/lib/nextTask.ts';
import { OptionalPart } from '@/lib/OptionalPart.tsx';
import { session } from '@/lib/storage.ts';
import { type Mode, useMode } from '@/lib/state/mode.ts';
import { clearScreen } from '@/lib/state/screen.ts';
import { handle } from './handlers.ts';
import { useTurnBadge } from './shell/useTurnBadge.ts';

/**
 * Shows the restored game or room, unless this tab was in a local game when it was reloaded: the stored room may be
 * that of another tab. A tab that was online stays so without a room.
 */
function restoreMode(): void {
  const { mode, setMode } = useMode.getState();
  const last = session.read('mode');
  const wasLocal = last !== null && last !== 'online' && useLocalGame.getState().game.state.moves.length > 0;
  const isPlaying = useOnlineGame.getState().onlineGame?.phase === 'playing';
  if (isPlaying || last === 'online' || (useRoom.getState().room && !wasLocal)) setMode('online');
  else session.write('mode', mode);
}

/**
 * Remembers the mode of the tab. Leaves the room of a player who returns to a local mode (docs/spec/play.md#play-4.2).
 * What they agreed to without a connection is withdrawn, although the room stays if it cannot be left without one.
 */
function modeChanged({ mode }: { mode: Mode }, before: { mode: Mode }): void {
  session.write('mode', mode);
  if (before.mode !== 'online' || mode === 'online') return;
  rematchMessages.over();
  roomMessages.endStart();
  leaveRoom().catch((error: unknown) => {
    // A game has just begun there. After other errors, the server restores the room on the next connection.
    if (error instanceof ApiError && error.code === 'ALREADY_IN_GAME')
      send({ type: 'request_current_game_state' });
  });
}

/** Clears what the next user in this tab must not see. */
function endSession(): void {
  session.remove('mode');
  useRoom.setState({ room: null });
  clearLastUser();
  useLocalGame.getState().forget();
  useRoomRequests.getState().forget();
  quickMatch.over();
  rematchMessages.over();
  clearScreen();
}

/** Keeps the connection and the heartbeat of a signed-in user. */
export function Realtime() {
  const user = useUser();
  const { id: userId } = user;
  const seen = useSplashGone();
  const discarding = useLocalGame((store) => store.discarding);
  const answerDiscard = useLocalGame((store) => store.answerDiscard);
  useResumedClaims(userId);
  useTurnBadge();

  useEffect(() => {
    resumeRoom(userId);
    useOnlineGame.getState().enter(userId);
    const stopFollowing = useMode.subscribe(modeChanged);
    restoreMode();
    let isMounted = true;
    void nextTask().then(() => isMounted && connect(userId, handle, () => void refreshUser()));
    const stops = [startHeartbeat(), speakInOneTab()];
    return () => {
      isMounted = false;
      // First, because the end of a session changes the mode, too: its user may sign in again and return to the room.
      stopFollowing();
      stops.forEach((stop) => stop());
      disconnect();
      // After an error of the page, the same user goes on.
      if (signedInUserId() !== userId) endSession();
    };
  }, [userId]);

  return (
    seen && (
      <>
        <RoomNotices user={user} />
        <RematchNotices />
        <OptionalPart subject={discarding} onFailure={() => answerDiscard(false)}>
          <DiscardQuestion />
        </OptionalPart>
        <FriendChats />
        <ProgressNotices />
      </>
    )
  );
}
