import type { LeaveRequest, LeaveResponse } from '@fifteen/proto/matchmaking';
import type { AppContext } from '../context.ts';

/** Leaves the queue; does nothing for a user who is in none. */
export async function leave(
  { queue }: AppContext,
  { userId, searchId }: LeaveRequest,
): Promise<LeaveResponse> {
  const { state, bet } = await queue.cancel(userId, searchId);
  return { matched: state === 'matched', bet };
}
