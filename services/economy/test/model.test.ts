import { isDeepStrictEqual } from 'node:util';
import { Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { scaled, testDatabase, type TestDatabase } from '@fifteen/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger, type Ledger } from '../src/ledger.ts';
import { faultsIn, log } from './economy.ts';
import { emptyBooks, perform, PRICES, STYLE, type Books, type Command } from './model.ts';
import { newWorld, type Standing } from './world.ts';

const CONNECTIONS = 8;

const lifecycle = new Lifecycle(log);
let database: TestDatabase;
let db: Database;
let ledger: Ledger;
beforeAll(async () => {
  database = await testDatabase('economy');
  db = openDatabase({ service: 'test', url: database.url, pool: CONNECTIONS }, { log, lifecycle });
  const nobody = { toUser: () => undefined, toRoom: () => undefined };
  ledger = createLedger({ db, relay: { wake: () => undefined }, push: nobody, log });
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

const key = fc.constantFrom('', 'k1', 'k2');
const style = fc.constantFrom(STYLE, 'default');

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
      item: fc.constantFrom('wave', STYLE),
      reference: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('buy'),
      user,
      item: fc.constantFrom(...Object.keys(PRICES)),
      key,
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('wear'), user, item: style }) },
  {
    weight: 6,
    arbitrary: fc
      .record({ pair, amount: fc.constantFrom(1, 400, 3_000, 60_000), key })
      .map(({ pair: [from, to], ...rest }) => ({ verb: 'gift', from: from!, to: to!, ...rest }) as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('week'), user, rank: fc.constantFrom(1, 11) }),
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

/** What of the books lies in the database as well. */
const standing = ({ wallets, owned, worn }: Books): Standing => ({
  wallets,
  owned: [...owned.keys()].toSorted(),
  worn,
});

describe('the ledger', () => {
  test(
    'answers every sequence of commands as the model does',
    async () => {
      const property = fc.asyncProperty(
        fc.array(command, { minLength: 5, maxLength: 50 }),
        async (commands) => {
          const world = newWorld(ledger, db);
          const books = emptyBooks();
          for (const one of commands) expect(await world.run(one)).toBe(perform(books, one));
          expect(await world.standing()).toEqual(standing(books));
        },
      );
      await fc.assert(property, { numRuns: scaled(250) });
    },
    scaled(60_000),
  );

  test(
    'answers commands that race as the model would in some order of them',
    async () => {
      const batch = fc.array(command, { minLength: 2, maxLength: 4 });
      const property = fc.asyncProperty(
        fc.array(command, { maxLength: 8 }),
        fc.array(batch, { minLength: 1, maxLength: 6 }),
        async (before, batches) => {
          const world = newWorld(ledger, db);
          const start = emptyBooks();
          for (const one of [...RICH, ...before]) {
            await world.run(one);
            perform(start, one);
          }
          let possible = [start];
          for (const commands of batches) {
            const answers = await Promise.all(commands.map((one) => world.run(one)));
            const now = await world.standing();
            const explained = possible.flatMap((books) => orders(books, commands, answers));
            possible = distinct(explained).filter((books) => isDeepStrictEqual(standing(books), now));
            expect(possible, `${JSON.stringify(commands)} answered ${answers.join('; ')}`).not.toEqual([]);
          }
        },
      );
      await fc.assert(property, { numRuns: scaled(150) });
    },
    scaled(60_000),
  );

  test(
    'gives coins to nobody and takes them from nobody when thousands of commands rush in at once',
    async () => {
      const world = newWorld(ledger, db);
      for (const one of RICH) await world.run(one);
      const commands = fc.sample(command, scaled(2_000)).filter((one) => one.verb !== 'expire');
      await Promise.all(commands.map((one) => world.run(one)));
      const { rows } = await db.query<{ deadlocks: number }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      );
      expect(rows).toEqual([{ deadlocks: 0 }]);
      expect(await faultsIn(db)).toEqual({});
    },
    scaled(60_000),
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
