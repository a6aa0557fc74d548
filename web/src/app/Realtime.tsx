import { useEffect } from 'react';
import { useOnline } from '@/features/online-game/model/store.ts';
import { startHeartbeat } from '@/features/presence/model/heartbeat.ts';
import { useUser } from '@/entities/session/session.ts';
import { connect, disconnect } from '@/lib/realtime/connection.ts';
import { leaveRoom, resumeRoom, useRoom } from '@/entities/room/room.ts';
import { useSplashGone } from '@/lib/splash.ts';
import { taskLater } from '@/lib/taskLater.ts';
import { useMode } from '@/lib/state/mode.ts';
import { RematchNotices } from '@/features/rematch/components/RematchNotices.tsx';
import { ProgressNotices } from '@/features/progress/components/ProgressNotices.tsx';
import { RoomNotices } from '@/features/rooms/components/RoomNotices.tsx';
import { FriendChats } from '@/features/friends/components/FriendChats.tsx';
import { handle } from './handlers.ts';

/** Keeps the line and the heartbeat of whoever is signed in. */
export function Realtime() {
  const { id: userId } = useUser();
  const seen = useSplashGone();

  useEffect(() => {
    resumeRoom(userId);
    if (useRoom.getState().room) useMode.getState().setMode('online');
    useOnline.getState().enter(userId);
    let here = true;
    void taskLater().then(() => here && connect(userId, handle));
    const stop = startHeartbeat();
    return () => {
      here = false;
      stop();
      disconnect();
    };
  }, [userId]);

  // A player who comes back to a local mode is in no room any more (core-of-play 4).
  useEffect(
    () =>
      useMode.subscribe(({ mode }, before) => {
        if (mode === before.mode || mode === 'online') return;
        // Unanswered, the server brings the room back when the line stands again.
        leaveRoom().catch(() => undefined);
      }),
    [],
  );
  return (
    seen && (
      <>
        <RoomNotices />
        <RematchNotices />
        <FriendChats />
        <ProgressNotices />
      </>
    )
  );
}
