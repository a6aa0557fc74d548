export { rewardsQuery } from './api.ts';
export { celebrateReward } from './lazy.ts';
export { claimReward, useResumedClaims } from './model/claims.ts';
