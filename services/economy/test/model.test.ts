import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ItemKind, StakeState, type Balance, type Stake } from '@fifteen/proto/economy';
import { isAppError, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { testDatabase, type TestDatabase } from '@fifteen/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awardAi } from '../src/award.ts';
import { grantItem } from '../src/items.ts';
import { createLedger, type Ledger, type Verb } from '../src/ledger.ts';
import { finish, hold, voidStake } from '../src/stakes.ts';
import { expireGuest, signup, topUp } from '../src/wallets.ts';
import { faultsIn, log } from './economy.ts';
import { emptyBooks, perform, type Books, type Command } from './model.ts';

/** How much longer than in a commit these may run, for nights. */
const SCALE = Number(process.env['TEST_SCALE'] ?? 1);
const CONNECTIONS = 8;

const lifecycle = new Lifecycle(log);
let database: TestDatabase;
let db: Database;
let ledger: Ledger;
beforeAll(async () => {
  database = await testDatabase('economy');
  db = openDatabase({ service: 'test', url: database.url, pool: CONNECTIONS }, { log, lifecycle });
  const nobody = { toUser: () => undefined, toRoom: () => undefined };
  ledger = createLedger({ db, relay: { kick: () => undefined }, push: nobody, log });
});
afterAll(async () => {
  expect(await faultsIn(db)).toEqual({});
  await lifecycle.stop();
  await database.drop();
});

const USERS = ['ann', 'bob', 'cid', 'dan'];
const user = fc.constantFrom(...USERS);
const game = fc.constantFrom('g1', 'g2', 'g3', 'g4');
const bet = fc.constantFrom(5_000, 5_000, 50_000);
const pair = fc.shuffledSubarray(USERS, { minLength: 2, maxLength: 2 });

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('signup'), user }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('expire'), user }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('award'), user }) },
  {
    weight: 5,
    arbitrary: fc.record({
      verb: fc.constant('topUp'),
      user,
      amount: fc.constantFrom(1, 4_000, 60_000),
      reference: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('grant'),
      user,
      item: fc.constantFrom('fox', 'owl'),
      reference: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc
      .record({ game, pair, bet })
      .map(({ pair: [x, o], ...rest }) => ({ verb: 'hold', x: x!, o: o!, ...rest }) as const),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('void'), game }) },
  {
    weight: 8,
    arbitrary: fc.record({ verb: fc.constant('finish'), game, winner: fc.constantFrom('', ...USERS) }),
  },
);

/** A world of its own in the one database: its users and games carry its name. */
interface World {
  name: string;
  run(one: Command): Promise<string>;
  wallets(): Promise<Map<string, number>>;
  /** `<user> <item>` of all that is owned. */
  owned(): Promise<string[]>;
}

function newWorld(): World {
  const name = randomUUID().slice(0, 13);
  const inside = (id: string): string => (id ? `${name}.${id}` : '');
  const outside = (id: string): string => id.slice(name.length + 1);
  const told = ({ state, winnerId, shortUserIds }: Stake): string => {
    if (state === StakeState.HELD) return 'held';
    if (state === StakeState.REFUNDED) return 'refunded';
    if (state === StakeState.SETTLED) return `settled ${outside(winnerId)}`;
    return `void ${shortUserIds.map(outside).join(',')}`;
  };
  const stake = async (verb: Verb<Stake>): Promise<string> => told(await ledger.commit(verb));
  const coins = async (verb: Verb<Balance>): Promise<string> => String((await ledger.commit(verb)).coins);
  const attempt = async (one: Command): Promise<string> => {
    switch (one.verb) {
      case 'signup':
        return coins(signup(inside(one.user)));
      case 'expire':
        return coins(expireGuest(inside(one.user)));
      case 'award': {
        // One win per user: when the next may follow is the faucet's business, which has its own tests.
        const transcript = { difficulty: 'easy', moves: [1, 2, 6, 7, 11], gameId: 'first' };
        const network = `10.0.${name.charCodeAt(0)}.${name.charCodeAt(1)}`;
        return coins(awardAi({ userId: inside(one.user), reason: '', transcript, ip: network }, 1_000));
      }
      case 'topUp':
        return coins(
          topUp({ userId: inside(one.user), amount: one.amount, reference: inside(one.reference) }),
        );
      case 'grant': {
        const [userId, reference] = [inside(one.user), inside(one.reference)];
        await ledger.commit(grantItem({ userId, kind: ItemKind.EMOJI, itemId: one.item, reference }));
        return 'given';
      }
      case 'hold':
        return stake(
          hold({ gameId: inside(one.game), xUserId: inside(one.x), oUserId: inside(one.o), bet: one.bet }),
        );
      case 'void':
        return stake(voidStake(inside(one.game)));
      case 'finish':
        return stake(finish({ gameId: inside(one.game), winnerId: inside(one.winner) }));
    }
  };
  return {
    name,
    run: (one) =>
      attempt(one).catch((error: unknown) => {
        if (isAppError(error)) return error.code;
        throw error;
      }),
    wallets: async () => {
      const { rows } = await db.query<{ id: string; balance: number }>(
        `SELECT id, balance FROM account WHERE starts_with(id, $1)`,
        [`u:${name}.`],
      );
      return new Map(rows.map(({ id, balance }) => [outside(id.slice(2)), balance]));
    },
    owned: async () => {
      const { rows } = await db.query<{ who: string; item: string }>(
        `SELECT user_id AS who, item FROM owned_item WHERE starts_with(user_id, $1)`,
        [`${name}.`],
      );
      return rows.map(({ who, item }) => `${outside(who)} ${item}`).toSorted();
    },
  };
}

const same = (books: Books, wallets: Map<string, number>, owned: readonly string[]): boolean =>
  books.wallets.size === wallets.size &&
  [...wallets].every(([name, coins]) => books.wallets.get(name) === coins) &&
  isDeepStrictEqual([...books.grants.values()].toSorted(), owned);

describe('the ledger', () => {
  test(
    'answers every sequence of commands as the model does',
    async () => {
      const property = fc.asyncProperty(
        fc.array(command, { minLength: 5, maxLength: 50 }),
        async (commands) => {
          const world = newWorld();
          const books = emptyBooks();
          for (const one of commands) expect(await world.run(one)).toBe(perform(books, one));
          expect(await world.wallets()).toEqual(books.wallets);
          expect(await world.owned()).toEqual([...books.grants.values()].toSorted());
        },
      );
      await fc.assert(property, { numRuns: 250 * SCALE, endOnFailure: SCALE > 1 });
    },
    60_000 * SCALE,
  );

  test(
    'answers commands that race as the model would in some order of them',
    async () => {
      const batch = fc.array(command, { minLength: 2, maxLength: 4 });
      const property = fc.asyncProperty(
        fc.array(command, { maxLength: 8 }),
        fc.array(batch, { minLength: 1, maxLength: 6 }),
        async (before, batches) => {
          const world = newWorld();
          const start = emptyBooks();
          for (const one of [...RICH, ...before]) {
            await world.run(one);
            perform(start, one);
          }
          let possible = [start];
          for (const commands of batches) {
            const answers = await Promise.all(commands.map((one) => world.run(one)));
            const [wallets, owned] = [await world.wallets(), await world.owned()];
            const explained = possible.flatMap((books) => orders(books, commands, answers));
            possible = distinct(explained).filter((books) => same(books, wallets, owned));
            expect(possible, `${JSON.stringify(commands)} answered ${answers.join('; ')}`).not.toEqual([]);
          }
        },
      );
      await fc.assert(property, { numRuns: 150 * SCALE });
    },
    60_000 * SCALE,
  );

  test(
    'gives coins to nobody and takes them from nobody when thousands of commands rush in at once',
    async () => {
      const world = newWorld();
      for (const one of RICH) await world.run(one);
      const commands = fc.sample(command, 2_000 * SCALE).filter((one) => one.verb !== 'expire');
      await Promise.all(commands.map((one) => world.run(one)));
      const { rows } = await db.query<{ deadlocks: number }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      );
      expect(rows).toEqual([{ deadlocks: 0 }]);
      expect(await faultsIn(db)).toEqual({});
    },
    60_000 * SCALE,
  );
});

/** Two who can afford something, so that the first commands of a race are not all refused. */
const RICH: Command[] = ['ann', 'bob'].flatMap((name) => [
  { verb: 'signup', user: name },
  { verb: 'topUp', user: name, amount: 60_000, reference: `of-${name}` },
]);

/** The books after each order of the commands in which the model gives exactly these answers. */
function orders(books: Books, commands: readonly Command[], answers: readonly string[]): Books[] {
  if (commands.length === 0) return [books];
  return commands.flatMap((one, i) => {
    const next = structuredClone(books);
    if (perform(next, one) !== answers[i]) return [];
    return orders(next, commands.toSpliced(i, 1), answers.toSpliced(i, 1));
  });
}

/** Most orders come to the same. */
function distinct(all: readonly Books[]): Books[] {
  const said = (books: Books): string =>
    JSON.stringify(Object.values(books).map((part: Iterable<unknown>) => [...part].sort()));
  return [...new Map(all.map((books) => [said(books), books])).values()];
}
