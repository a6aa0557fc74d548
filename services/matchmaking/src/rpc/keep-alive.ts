import type { KeepAliveRequest, KeepAliveResponse } from '@fifteen/proto/matchmaking';
import type { AppContext } from '../context.ts';

const MAX = 1_000;

/** Records that users are connected. Returns their searches, those without one, and those who are offered a computer. */
export async function keepAlive(
  { queue }: AppContext,
  { userIds }: KeepAliveRequest,
): Promise<KeepAliveResponse> {
  const { absent, offered, searches } = await queue.keepAlive(userIds.slice(0, MAX));
  return { absentUserIds: absent, offeredUserIds: offered, searches };
}
