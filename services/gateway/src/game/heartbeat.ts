import { type ProcessContext, startJob } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { UserConnections } from '../realtime/user-connections.ts';

const HEARTBEAT_INTERVAL_MS = 500;
/** Timeout in milliseconds. A late heartbeat is useless, because the next one follows. */
const HEARTBEAT_TIMEOUT_MS = 1_000;

interface Deps {
  connections: UserConnections;
  clients: Pick<Clients, 'game'>;
  sockets: { readonly isTurningAway: boolean };
}

/**
 * Reports to the game service that players are connected here, so that no turn runs out while they cannot play. A
 * replica that rejects users because identity is unavailable reports none, because disconnected players cannot
 * reconnect.
 */
export function startHeartbeat(
  { connections, clients, sockets }: Deps,
  { log, lifecycle }: ProcessContext,
): void {
  const heartbeat = startJob('heartbeat', HEARTBEAT_INTERVAL_MS, log, async () => {
    const users = sockets.isTurningAway ? 0 : [...connections.userIds].length;
    await clients.game.calls.sendHeartbeat({ users }, { limitMs: HEARTBEAT_TIMEOUT_MS });
  });
  lifecycle.onStop('heartbeat', () => heartbeat.stop());
}
