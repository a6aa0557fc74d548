import type { UserPushFormats } from '../realtime/user-push-formats.ts';
import { toGift } from './gifts.ts';
/** Messages about coins. */
export const shopPushFormats: Pick<UserPushFormats, 'gift' | 'balance'> = {
  gift: {
    playerIds: ({ senderId }) => [senderId],
    // The giver repeats a gift when the response was lost.
    idOf: ({ id }) => id,
    messages: (gift, _, profileOf) => [{ type: 'gift_received', ...toGift(gift, profileOf) }],
  },
  balance: { messages: ({ coins, version }) => [{ type: 'balance_changed', coins, version }] },
};
