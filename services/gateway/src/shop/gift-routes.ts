import type { Gifts } from './gifts.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import { idempotencyKey } from '../edge/idempotency.ts';

/** Coins between friends. */
export const giftRoutes = ({ gifts }: { gifts: Gifts }): RouteHandlers<'gifts'> => ({
  send: async ({ caller, body: { recipientId, amount, message = '' }, request }) => {
    const gift = { recipientId, amount, message, key: idempotencyKey(request.headers) };
    const { coins, recipientName } = await gifts.send(caller, gift);
    return { message: `You sent ${amount} ${amount === 1 ? 'coin' : 'coins'} to ${recipientName}.`, coins };
  },
  allowance: async ({ caller }) => ({ leftToday: await gifts.allowance(caller) }),
  unseen: ({ caller }) => gifts.unseen(caller),
  seen: async ({ caller, params: { id } }) => {
    await gifts.seen(caller, id);
    return undefined;
  },
});
