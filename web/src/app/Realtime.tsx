import { useEffect } from 'react';
import { FriendChats } from '@/features/friends/index.ts';
import { DiscardQuestion } from '@/features/local-game/index.ts';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { startHeartbeat } from '@/features/presence/index.ts';
import { ProgressNotices } from '@/features/progress/index.ts';
import { RematchNotices } from '@/features/rematch/index.ts';
import { useResumedClaims } from '@/features/rewards/index.ts';
import { RoomNotices } from '@/features/rooms/index.ts';
import { refreshUser, useUser } from '@/entities/session/session.ts';
import { connect, disconnect } from '@/lib/realtime/connection.ts';
import { leaveRoom, resumeRoom, useRoom } from '@/entities/room/room.ts';
import { useSplashGone } from '@/lib/splash.ts';
import { nextTask } from '@/lib/nextTask.ts';
import { useMode } from '@/lib/state/mode.ts';
import { handle } from './handlers.ts';

/** Keeps the connection and the heartbeat of a signed-in user. */
export function Realtime() {
  const user = useUser();
  const { id: userId } = user;
  const seen = useSplashGone();
  useResumedClaims(userId);

  useEffect(() => {
    resumeRoom(userId);
    if (useRoom.getState().room) useMode.getState().setMode('online');
    useOnlineGame.getState().enter(userId);
    let isMounted = true;
    void nextTask().then(() => isMounted && connect(userId, handle, () => void refreshUser()));
    const stop = startHeartbeat();
    return () => {
      isMounted = false;
      stop();
      disconnect();
    };
  }, [userId]);

  // A player who returns to a local mode leaves the room (docs/spec/play.md#play-4.2).
  useEffect(
    () =>
      useMode.subscribe(({ mode }, before) => {
        if (mode === before.mode || mode === 'online') return;
        // If the call fails, the server restores the room on the next connection.
        leaveRoom().catch(() => undefined);
      }),
    [],
  );
  return (
    seen && (
      <>
        <RoomNotices user={user} />
        <RematchNotices />
        <DiscardQuestion />
        <FriendChats />
        <ProgressNotices />
      </>
    )
  );
}
