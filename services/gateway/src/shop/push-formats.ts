import type { UserPushFormats } from '../realtime/user-push-formats.ts';
import { toGift } from './gifts.ts';
import { toReward } from './reward-routes.ts';
/** Messages about coins and items. */
export const shopPushFormats: Pick<UserPushFormats, 'gift' | 'balance' | 'reward'> = {
  gift: {
    playerIds: ({ senderId }) => [senderId],
    // The giver repeats a gift when the response was lost.
    idOf: ({ id }) => id,
    messages: (gift, _, profileOf) => [{ type: 'gift_received', ...toGift(gift, profileOf) }],
  },
  reward: { messages: (reward) => [{ type: 'reward_earned', reward: toReward(reward) }] },
  balance: { messages: ({ coins, version }) => [{ type: 'balance_changed', coins, version }] },
};
