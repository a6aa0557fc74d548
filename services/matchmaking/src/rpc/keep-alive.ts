import type { KeepAliveRequest, KeepAliveResponse } from '@fifteen/proto/matchmaking';
import type { AppContext } from '../context.ts';

const MAX = 1_000;

/** Records that users are connected. Returns those without a search, and those who are offered a computer player. */
export async function keepAlive(
  { queue }: AppContext,
  { userIds }: KeepAliveRequest,
): Promise<KeepAliveResponse> {
  const { absent, offered } = await queue.keepAlive(userIds.slice(0, MAX));
  return { absentUserIds: absent, offeredUserIds: offered };
}
