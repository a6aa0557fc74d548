import { type ProcessContext, startJob } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { ReconnectionProbe } from '../realtime/reconnection-probe.ts';
import type { UserConnections } from '../realtime/user-connections.ts';

const HEARTBEAT_INTERVAL_MS = 500;
/** Timeout in milliseconds. A late heartbeat is useless, because the next one follows. */
const HEARTBEAT_TIMEOUT_MS = 1_000;

interface Deps {
  connections: UserConnections;
  clients: Pick<Clients, 'game'>;
  sockets: { readonly isTurningAway: boolean };
  reconnectionProbe: ReconnectionProbe;
}

/**
 * Reports to the game service that players are connected here, so that no turn runs out while they cannot play. A
 * replica reports an outage while identity or room is unavailable, or when it rejected users because another dependency
 * is: disconnected players cannot return to their games.
 */
export function startHeartbeat(
  { connections, clients, sockets, reconnectionProbe }: Deps,
  { log, lifecycle }: ProcessContext,
): void {
  const heartbeat = startJob('heartbeat', HEARTBEAT_INTERVAL_MS, log, async () => {
    const outage = sockets.isTurningAway || reconnectionProbe.isUnavailable;
    const users = outage ? 0 : [...connections.userIds].length;
    await clients.game.calls.sendHeartbeat({ users, outage }, { limitMs: HEARTBEAT_TIMEOUT_MS });
  });
  lifecycle.onStop('heartbeat', () => heartbeat.stop());
}
