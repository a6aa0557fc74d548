import type { Reward } from '@fifteen/contract';

/** Announces a new reward. Its code is loaded then: most visits earn none. */
export const celebrateReward = async (reward: Reward): Promise<void> =>
  (await import('./model/celebrate.ts')).celebrateReward(reward);
