import { startJob, type ProcessContext } from '@fifteen/runtime';
import type { Fanout } from '../realtime/fanout.ts';
import type { Clients } from '../clients/clients.ts';
import type { SocketServer } from '../realtime/socket-server.ts';

const EVERY_MS = 500;
/** A late heartbeat is worth nothing; the next one follows. */
const LIMIT_MS = 1_000;

/**
 * Reports to the game service that players are connected here, so that no turn runs out while they cannot play. A gateway
 * that has to turn users away, because identity is unavailable, reports none: players who lost their connection cannot
 * come back now.
 */
export function startHeartbeat(
  { fanout, clients, sockets }: { fanout: Fanout; clients: Clients; sockets: SocketServer },
  { log, lifecycle }: ProcessContext,
): void {
  const heartbeat = startJob('heartbeat', EVERY_MS, log, async () => {
    const users = sockets.isTurningAway ? 0 : [...fanout.users].length;
    await clients.game.calls.heartbeat({ users }, { limitMs: LIMIT_MS });
  });
  lifecycle.onStop('heartbeat', () => heartbeat.stop());
}
