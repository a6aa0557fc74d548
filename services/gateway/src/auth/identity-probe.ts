import { type ProcessContext, startJob } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';

const PROBE_INTERVAL_MS = 1_000;
const PROBE_TIMEOUT_MS = 1_000;

/** Whether identity authenticates sessions. */
export interface IdentityProbe {
  readonly isUnavailable: boolean;
}

/**
 * Observes whether identity authenticates sessions, about once a second. The users of other gateways cannot reconnect
 * either while it does not, and only the gateways that they try would notice.
 */
export function startIdentityProbe(
  { identity }: Pick<Clients, 'identity'>,
  { log, lifecycle }: ProcessContext,
): IdentityProbe {
  const probe = { isUnavailable: false };
  const job = startJob('identity probe', PROBE_INTERVAL_MS, log, async () => {
    const response = identity.refreshSessions({ sessions: [] }, { limitMs: PROBE_TIMEOUT_MS });
    probe.isUnavailable = await response.then(
      () => false,
      () => true,
    );
    await response;
  });
  lifecycle.onStop('identity probe', () => job.stop());
  return probe;
}
