import type { SendHeartbeatRequest, SendHeartbeatResponse } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';

/** Records how many users are connected to a gateway, until the next tick of the clock. */
export async function sendHeartbeat(
  { heartbeats }: AppContext,
  { users }: SendHeartbeatRequest,
): Promise<SendHeartbeatResponse> {
  heartbeats.add(users);
  return {};
}
