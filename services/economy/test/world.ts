import { randomUUID } from 'node:crypto';
import { ItemKind, StakeState, type Balance, type Stake } from '@fifteen/proto/economy';
import { isAppError, type Database } from '@fifteen/runtime';
import { awardAi } from '../src/award.ts';
import { gift } from '../src/gifts.ts';
import { grantItem } from '../src/items.ts';
import type { Ledger, Verb } from '../src/ledger.ts';
import { activate } from '../src/looks.ts';
import { buy } from '../src/shop.ts';
import { finish, hold, voidStake } from '../src/stakes.ts';
import { expireGuest, payWeekly, signup, topUp } from '../src/wallets.ts';
import { STYLE, YOUNG, type Command } from './model.ts';

/** What can be looked up in the database and in the model. */
export interface Standing {
  wallets: Map<string, number>;
  /** `<user> <item>` of all that is owned. */
  owned: string[];
  worn: Map<string, string>;
}

/** A world of its own in the one database: its users and games carry its name, and it has a week of its own. */
interface World {
  run(one: Command): Promise<string>;
  standing(): Promise<Standing>;
}

const LONG_AGO = new Date('2026-01-01');
let worlds = 0;

export function newWorld(ledger: Ledger, db: Database): World {
  const name = randomUUID().slice(0, 13);
  const week = { year: 2020 + Math.floor(worlds / 53), week: (worlds % 53) + 1 };
  worlds += 1;
  const inside = (id: string): string => (id ? `${name}.${id}` : '');
  const outside = (id: string): string => id.slice(name.length + 1);
  return {
    run: (one) =>
      attempt(one).catch((error: unknown) => {
        if (isAppError(error)) return error.code;
        throw error;
      }),
    standing: async () => ({
      wallets: new Map(
        (
          await rows<{ id: string; balance: number }>(
            'SELECT id, balance FROM account WHERE starts_with(id, $1)',
            'u:',
          )
        ).map(({ id, balance }) => [outside(id.slice(2)), balance]),
      ),
      owned: (await rows<Thing>('SELECT user_id AS who, item FROM owned_item WHERE starts_with(user_id, $1)'))
        .map(({ who, item }) => `${outside(who)} ${item}`)
        .toSorted(),
      worn: new Map(
        (
          await rows<Thing>('SELECT user_id AS who, item FROM equipped_item WHERE starts_with(user_id, $1)')
        ).map(({ who, item }) => [outside(who), item]),
      ),
    }),
  };

  async function rows<R extends object>(query: string, prefix = ''): Promise<R[]> {
    return (await db.query<R & Record<string, unknown>>(query, [`${prefix}${name}.`])).rows;
  }

  async function stake(verb: Verb<Stake>): Promise<string> {
    const { state, winnerId, shortUserIds } = await ledger.commit(verb);
    if (state === StakeState.HELD) return 'held';
    if (state === StakeState.REFUNDED) return 'refunded';
    if (state === StakeState.SETTLED) return `settled ${outside(winnerId)}`;
    return `void ${shortUserIds.map(outside).join(',')}`;
  }

  async function coins(verb: Verb<Balance>): Promise<string> {
    return String((await ledger.commit(verb)).coins);
  }

  function attempt(one: Command): Promise<string> {
    if ('game' in one) return ofGame(one);
    if ('item' in one) return ofItem(one);
    return coins(ofCoins(one));
  }

  function ofGame(one: Extract<Command, { game: string }>): Promise<string> {
    const gameId = inside(one.game);
    if (one.verb === 'void') return stake(voidStake(gameId));
    if (one.verb === 'finish') return stake(finish({ gameId, winnerId: inside(one.winner) }));
    return stake(hold({ gameId, xUserId: inside(one.x), oUserId: inside(one.o), bet: one.bet }));
  }

  async function ofItem(one: Extract<Command, { item: string }>): Promise<string> {
    const { item: itemId } = one;
    const userId = inside(one.user);
    if (one.verb === 'wear') {
      const looks = await ledger.commit(activate({ userId, kind: ItemKind.PIECE_STYLE, itemId }));
      return `wears ${looks.pieceStyle}`;
    }
    const kind = itemId === STYLE ? ItemKind.PIECE_STYLE : ItemKind.EMOJI;
    if (one.verb === 'grant') {
      await ledger.commit(grantItem({ userId, kind, itemId, reference: inside(one.reference) }));
      return 'given';
    }
    const bought = await ledger.commit(buy({ userId, kind, itemId, key: one.key }));
    return `${bought.ownedBefore ? 'owned' : 'bought'} ${bought.coins}`;
  }

  function ofCoins(one: Exclude<Command, { game: string } | { item: string }>): Verb<Balance> {
    if (one.verb === 'gift') {
      const { amount, key } = one;
      const senderVerifiedAt = one.from === YOUNG ? new Date() : LONG_AGO;
      const of = { senderIsGuest: false, senderVerifiedAt, senderResetAt: undefined, message: 'hi' };
      return gift({ senderId: inside(one.from), recipientId: inside(one.to), amount, key, ...of });
    }
    const userId = inside(one.user);
    switch (one.verb) {
      case 'signup':
        return signup(userId);
      case 'expire':
        return expireGuest(userId);
      case 'topUp':
        return topUp({ userId, amount: one.amount, reference: inside(one.reference) });
      case 'week':
        return payWeekly({ ...week, rank: one.rank, userId });
      case 'award': {
        // One win per user: when the next may follow depends on the reward quota, which has its own tests.
        const transcript = { difficulty: 'easy', moves: [1, 2, 6, 7, 11], gameId: 'first' };
        const ip = `10.0.${name.charCodeAt(0)}.${name.charCodeAt(1)}`;
        return awardAi({ userId, reason: '', transcript, ip }, 1_000);
      }
    }
  }
}

interface Thing {
  who: string;
  item: string;
}
