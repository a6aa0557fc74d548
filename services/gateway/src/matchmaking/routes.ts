import type { RouteHandlers } from '../edge/route-handlers.ts';
import type { Searches } from './searches.ts';

/** Quick match. */
export const matchmakingRoutes = (searches: Searches): RouteHandlers<'matchmaking'> => ({
  join: ({ caller, body }) => searches.join(caller.userId, body.betAmount, body.acceptComputer),
  leave: async ({ caller }) => {
    const { status, message } = await searches.leave(caller.userId);
    return { status, message };
  },
});
