import type { EconomyService } from '@fifteen/proto/economy';
import type { Access, Database, Handlers } from '@fifteen/runtime';
import { audit } from './audit.ts';
import { awardAi } from './award.ts';
import { itemsOf } from './catalogue/catalogue.ts';
import { gift, giftAllowance, seeGift, unseenGifts } from './gifts.ts';
import { grantItem, itemFor, ownedItems } from './items.ts';
import type { Ledger } from './ledger.ts';
import { activate, looksOf } from './looks.ts';
import {
  aiWin,
  choice,
  game,
  gameEnd,
  games,
  giftSender,
  giftTerms,
  holdTerms,
  itemGrant,
  itemOfUser,
  itemsOfUser,
  kindOfItems,
  payment,
  purchase,
  rankOfWeek,
  read,
  shownGift,
  user,
  users,
  week,
} from './requests.ts';
import { stakesOf, weeklyRewards } from './payouts.ts';
import { buy } from './shop.ts';
import { finish, hold, voidStake } from './stakes.ts';
import { balances, expireGuest, payWeekly, signup, topUp } from './wallets.ts';

/** Whoever decides a fact is the only one who may say so here. */
export const access: Access<EconomyService> = {
  signup: ['identity'],
  expireGuest: ['identity'],
  hold: ['game'],
  void: ['game'],
  finish: ['game'],
  awardAi: ['gateway'],
  getBalances: ['gateway', 'room', 'admin'],
  topUp: ['admin'],
  getCatalogue: ['gateway', 'admin'],
  getOwnedItems: ['gateway', 'admin'],
  getItem: ['gateway'],
  grantItem: ['admin'],
  gift: ['gateway'],
  getGiftAllowance: ['gateway'],
  unseenGifts: ['gateway'],
  seeGift: ['gateway'],
  buy: ['gateway'],
  activate: ['gateway'],
  getLooks: ['gateway', 'admin'],
  payWeekly: ['leaderboard'],
  getStakes: ['game'],
  getWeeklyRewards: ['leaderboard'],
  audit: ['admin'],
};

/** `scale` multiplies limits per address. */
export const handlers = (parts: {
  db: Database;
  ledger: Ledger;
  scale: number;
}): Handlers<EconomyService> => {
  const { db, ledger, scale } = parts;
  return {
    signup: async (request) => ledger.commit(signup(read(user, request).userId)),
    expireGuest: async (request) => ledger.commit(expireGuest(read(user, request).userId)),
    hold: async (request) => ledger.commit(hold(read(holdTerms, request))),
    void: async (request) => ledger.commit(voidStake(read(game, request).gameId)),
    finish: async (request) => ledger.commit(finish(read(gameEnd, request))),
    awardAi: async (request) =>
      ledger.commit(awardAi({ transcript: undefined, ...read(aiWin, request) }, scale)),
    getBalances: async (request) => ({ balances: await balances(db, read(users, request).userIds) }),
    topUp: async (request) => ledger.commit(topUp(read(payment, request))),
    getCatalogue: async (request) => ({ items: itemsOf(read(kindOfItems, request).kind) }),
    getOwnedItems: async (request) => ({ items: await ownedItems(db, read(itemsOfUser, request)) }),
    getItem: async (request) => itemFor(db, read(itemOfUser, request)),
    grantItem: async (request) => ledger.commit(grantItem(read(itemGrant, request))),
    gift: async (request) =>
      ledger.commit(
        gift({ senderVerifiedAt: undefined, senderResetAt: undefined, ...read(giftTerms, request) }),
      ),
    getGiftAllowance: async (request) => ({ left: await giftAllowance(db, read(giftSender, request)) }),
    unseenGifts: async (request) => ({ gifts: await unseenGifts(db, read(user, request).userId) }),
    seeGift: async (request) => {
      await seeGift(db, read(shownGift, request));
      return {};
    },
    buy: async (request) => ledger.commit(buy(read(purchase, request))),
    activate: async (request) => ledger.commit(activate(read(choice, request))),
    getLooks: async (request) => ({ looks: await looksOf(db, read(users, request).userIds) }),
    payWeekly: async (request) => ledger.commit(payWeekly(read(rankOfWeek, request))),
    getStakes: async (request) => ({ stakes: await stakesOf(db, read(games, request).gameIds) }),
    getWeeklyRewards: async (request) => ({ rewards: await weeklyRewards(db, read(week, request)) }),
    audit: () => audit(db),
  };
};
