import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useLocalGame } from '@/features/game/model/store.ts';
import { useOnline } from '@/features/online/model/store.ts';
import { startHeartbeat } from '@/features/presence/presence.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { useUser } from '@/lib/session.ts';
import { connect, disconnect } from '@/realtime/connection.ts';
import { useMode } from '@/state/mode.ts';
import { handle } from './handlers.ts';

/** Keeps the line and the heartbeat of whoever is signed in. */
export function Realtime() {
  const { id: userId } = useUser();

  useEffect(() => {
    useOnline.getState().enter(userId);
    connect(userId, handle);
    const stop = startHeartbeat();
    return () => {
      stop();
      disconnect();
    };
  }, [userId]);

  useEffect(() => onNavigationRequest((path) => navigate(path)), []);

  // Whoever comes back to a local mode, from wherever, finds a new game (core-of-play 4).
  useEffect(
    () =>
      useMode.subscribe(({ mode }, before) => {
        if (mode !== before.mode && mode !== 'online') useLocalGame.getState().start(mode);
      }),
    [],
  );
  return null;
}
