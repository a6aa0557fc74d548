import { AppError } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import { idempotencyKey } from '../edge/idempotency.ts';
import type { Limits } from '../edge/limits.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import { withOpenWallet } from './missing-wallet.ts';

interface Deps {
  clients: Pick<Clients, 'economy'>;
  limits: Limits;
}

/** The reward for a win against the computer. The economy knows what it is worth. */
export const awardRoutes = ({ clients, limits }: Deps): RouteHandlers<'coins'> => ({
  award: async ({ body, caller, ip, request: { headers } }) => {
    if (body.userId !== caller.userId) throw new AppError('FORBIDDEN');
    await limits.action('award', caller.userId);
    const { reason, game } = body;
    const transcript = game && { difficulty: game.difficulty, moves: game.moves, gameId: game.id ?? '' };
    const win = { userId: caller.userId, reason, transcript, ip, key: idempotencyKey(headers) };
    const { coins } = await withOpenWallet(clients.economy.awardAiWin(win));
    return { coins };
  },
});
