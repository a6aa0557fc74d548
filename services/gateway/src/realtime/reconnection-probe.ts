import type { UserId } from '@fifteen/domain';
import { type ProcessContext, startJob } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';

const PROBE_INTERVAL_MS = 1_000;
const PROBE_TIMEOUT_MS = 1_000;

/** Whether players who lose their connection can return to their games. */
export interface ReconnectionProbe {
  readonly isUnavailable: boolean;
}

/**
 * Observes about once a second whether identity authenticates sessions and room knows who is in which room. The users of
 * other gateways cannot return either while one does not, and only the gateways that they try would notice.
 */
export function startReconnectionProbe(
  { identity, room }: Pick<Clients, 'identity' | 'room'>,
  { log, lifecycle }: ProcessContext,
): ReconnectionProbe {
  const probe = { isUnavailable: false };
  const limit = { limitMs: PROBE_TIMEOUT_MS };
  const job = startJob('reconnection probe', PROBE_INTERVAL_MS, log, async () => {
    const responses = Promise.all([
      identity.refreshSessions({ sessions: [] }, limit),
      // Of no user, so that the answer is short.
      room.getCurrentRoom({ userId: '' as UserId }, limit),
    ]);
    probe.isUnavailable = await responses.then(
      () => false,
      () => true,
    );
    await responses;
  });
  lifecycle.onStop('reconnection probe', () => job.stop());
  return probe;
}
