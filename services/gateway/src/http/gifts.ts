import type { Gifts } from '../gifts.ts';
import type { Handlers } from './handler.ts';
import { keyIn } from './idempotency.ts';

/** Coins between friends. */
export const giftHandlers = ({ gifts }: { gifts: Gifts }): Handlers<'gifts'> => ({
  send: async ({ who, body: { recipientId, amount, message = '' }, request }) => {
    const gift = { recipientId, amount, message, key: keyIn(request.headers) };
    const { coins, recipientName } = await gifts.send(who, gift);
    return { message: `You sent ${amount} ${amount === 1 ? 'coin' : 'coins'} to ${recipientName}.`, coins };
  },
  allowance: async ({ who }) => ({ leftToday: await gifts.allowance(who) }),
  unseen: ({ who }) => gifts.unseen(who),
  seen: async ({ who, params: { id } }) => {
    await gifts.seen(who, id);
    return undefined;
  },
});
