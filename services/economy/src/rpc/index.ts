import type { EconomyServiceDefinition } from '@fifteen/proto/economy';
import type { Methods } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { auditLedger } from './audit-ledger.ts';
import { awardAiWin } from './award-ai-win.ts';
import { buyItem } from './buy-item.ts';
import { earnReward } from './earn-reward.ts';
import { equipItem } from './equip-item.ts';
import { finishStake } from './finish-stake.ts';
import { getBalances } from './get-balances.ts';
import { getCatalogue } from './get-catalogue.ts';
import { getCosmetics } from './get-cosmetics.ts';
import { getGiftAllowance } from './get-gift-allowance.ts';
import { getItem } from './get-item.ts';
import { getSentGift } from './get-sent-gift.ts';
import { getStakes } from './get-stakes.ts';
import { getWeeklyRewards } from './get-weekly-rewards.ts';
import { grantItem } from './grant-item.ts';
import { holdStake } from './hold-stake.ts';
import { listOwnedItems } from './list-owned-items.ts';
import { listRewards } from './list-rewards.ts';
import { listUnseenGifts } from './list-unseen-gifts.ts';
import { markGiftSeen } from './mark-gift-seen.ts';
import { openWallet } from './open-wallet.ts';
import { payWeeklyReward } from './pay-weekly-reward.ts';
import { sendGift } from './send-gift.ts';
import { topUp } from './top-up.ts';
import { voidStake } from './void-stake.ts';

/** Only the service that decides about a command may call it. */
export const methods: Methods<typeof EconomyServiceDefinition, AppContext> = {
  openWallet: { callers: ['identity'], handle: openWallet },
  holdStake: { callers: ['game'], handle: holdStake },
  voidStake: { callers: ['game'], handle: voidStake },
  finishStake: { callers: ['game'], handle: finishStake },
  awardAiWin: { callers: ['gateway'], handle: awardAiWin },
  getBalances: { callers: ['gateway', 'room', 'admin'], handle: getBalances },
  topUp: { callers: ['admin'], handle: topUp },
  getCatalogue: { callers: ['gateway', 'admin'], handle: getCatalogue },
  listOwnedItems: { callers: ['gateway', 'admin'], handle: listOwnedItems },
  getItem: { callers: ['gateway'], handle: getItem },
  grantItem: { callers: ['admin'], handle: grantItem },
  earnReward: { callers: ['gateway'], handle: earnReward },
  listRewards: { callers: ['gateway'], handle: listRewards },
  sendGift: { callers: ['gateway'], handle: sendGift },
  getSentGift: { callers: ['gateway'], handle: getSentGift },
  getGiftAllowance: { callers: ['gateway'], handle: getGiftAllowance },
  listUnseenGifts: { callers: ['gateway'], handle: listUnseenGifts },
  markGiftSeen: { callers: ['gateway'], handle: markGiftSeen },
  buyItem: { callers: ['gateway'], handle: buyItem },
  equipItem: { callers: ['gateway'], handle: equipItem },
  getCosmetics: { callers: ['gateway', 'admin'], handle: getCosmetics },
  payWeeklyReward: { callers: ['leaderboard'], handle: payWeeklyReward },
  getStakes: { callers: ['game'], handle: getStakes },
  getWeeklyRewards: { callers: ['leaderboard'], handle: getWeeklyRewards },
  auditLedger: { callers: ['admin'], handle: auditLedger },
};
