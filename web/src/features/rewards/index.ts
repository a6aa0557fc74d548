export { rewardsQuery } from './api.ts';
export { GameRewards } from './components/GameRewards.tsx';
export { celebrateReward } from './lazy.ts';
export { claimReward, useResumedClaims } from './model/claims.ts';
