import type { Reward } from '@fifteen/contract';

/** Announces a new reward. Its code is loaded then: most visits earn none. */
export const celebrateReward = async (reward: Reward, gameId: string | null): Promise<void> =>
  (await import('./model/celebrate.ts')).celebrateReward(reward, gameId);
