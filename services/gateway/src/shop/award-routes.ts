import { AppError, isAppError } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
/** The reward for a win against the computer. The economy knows what it is worth. */
export const awardRoutes = ({ clients }: { clients: Pick<Clients, 'economy'> }): RouteHandlers<'coins'> => ({
  award: async ({ body, caller, ip }) => {
    if (body.userId !== caller.userId) throw new AppError('FORBIDDEN', 'Access denied');
    const { reason, game } = body;
    const transcript = game && { difficulty: game.difficulty, moves: game.moves, gameId: game.id ?? '' };
    const request = { userId: caller.userId, reason, transcript, ip };
    const { coins } = await clients.economy.awardAi(request).catch((error: unknown) => {
      throw awardError(error);
    });
    return { coins };
  },
});

/** Rewards come at most one in 5 s: a longer wait means that the day's rewards are used up. */
const BETWEEN_REWARDS_S = 5;

/** Returns AWARD_LIMIT instead of TOO_MANY_REQUESTS where no more rewards are paid until tomorrow. */
export function awardError(error: unknown): unknown {
  if (!isAppError(error, 'TOO_MANY_REQUESTS')) return error;
  const { message, details } = error;
  return Number(details.retryAfter) > BETWEEN_REWARDS_S
    ? new AppError('AWARD_LIMIT', message, details)
    : error;
}
