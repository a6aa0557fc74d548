export { rewardsQuery } from './api.ts';
export { claimReward, useResumedClaims } from './model/claims.ts';
export { celebrateReward } from './model/celebrate.ts';
