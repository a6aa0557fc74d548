/** What earns a player items, once each (docs/spec/around-play.md#around-3.9). */
export const REWARDS = ['tutorial', 'first_online_game', 'review'] as const;
/** A reward by its type, as the proto and the API name it. */
export type RewardType = (typeof REWARDS)[number];

/** Rewards for what only the browser sees, which therefore reports it. */
export const CLAIMED_REWARDS = ['tutorial', 'review'] as const satisfies readonly RewardType[];
/** A reward that a browser claims. */
export type ClaimedReward = (typeof CLAIMED_REWARDS)[number];
