import type { SendHeartbeatRequest, SendHeartbeatResponse } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';

/** Records how many users are connected to a gateway, until the next tick of the clock, and whether it has an outage. */
export async function sendHeartbeat(
  { heartbeats }: AppContext,
  { users, outage = false }: SendHeartbeatRequest,
): Promise<SendHeartbeatResponse> {
  heartbeats.add(users, outage);
  return {};
}
