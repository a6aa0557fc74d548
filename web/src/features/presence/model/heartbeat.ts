import { HEARTBEAT_EVERY, HEARTBEAT_FAILURES } from '@fifteen/contract/constants';
import { create } from 'zustand';
import { api } from '@/lib/api.ts';
import { useConnectionStatus } from '@/lib/realtime/status.ts';

interface Presence {
  /** Failed heartbeats in a row. */
  failures: number;
}

export const usePresence = create<Presence>()(() => ({ failures: 0 }));

/** Whether the app shows the user as offline: two heartbeats in a row failed (docs/spec/play.md#play-4.10). */
export const isOffline = ({ failures }: Presence): boolean => failures >= HEARTBEAT_FAILURES;

/**
 * Sends a heartbeat every 45 s for the signed-in user, and at once when the connection to the game server comes back after
 * a failure: otherwise the user would stay offline for up to 45 s more. Returns a function that stops it, and forgets the
 * failures: they are those of this user.
 */
export function startHeartbeat(): () => void {
  let isStopped = false;
  async function beat(): Promise<void> {
    const failed = await api.system.heartbeat().then(
      () => false,
      () => true,
    );
    if (isStopped) return;
    usePresence.setState(({ failures }) => ({ failures: failed ? failures + 1 : 0 }));
  }
  const timer = setInterval(() => void beat(), HEARTBEAT_EVERY);
  const unwatch = useConnectionStatus.subscribe(({ status }, before) => {
    const isBack = status === 'open' && before.status !== 'open';
    if (isBack && usePresence.getState().failures > 0) void beat();
  });
  return () => {
    isStopped = true;
    clearInterval(timer);
    unwatch();
    usePresence.setState({ failures: 0 });
  };
}
