/** What earns a player items, once each (docs/spec/around-play.md#around-3.9). */
export const REWARDS = ['tutorial', 'first_online_game', 'review'] as const;
export type RewardType = (typeof REWARDS)[number];

/** Rewards for what only the browser sees, which therefore reports it. */
export const CLAIMED_REWARDS = ['tutorial', 'review'] as const satisfies readonly RewardType[];
export type ClaimedReward = (typeof CLAIMED_REWARDS)[number];
