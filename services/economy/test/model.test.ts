import { isDeepStrictEqual } from 'node:util';
import { Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { scaled, testDatabase, type TestDatabase } from '@fifteen/testkit';
import { log } from '@fifteen/testkit/services';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LedgerContext } from '../src/db/ledger.ts';
import { avoidEndOfDay, countDeadlocks, readViolations } from './harness.ts';
import {
  emptyLedger,
  applyCommand,
  NEW_ACCOUNT,
  PRICES,
  STYLE,
  type ModelLedger,
  type Command,
} from './model.ts';
import { newRunner, type Snapshot } from './command-runner.ts';

const CONNECTIONS = 8;

const lifecycle = new Lifecycle(log);
let database: TestDatabase;
let db: Database;
let context: LedgerContext;
beforeAll(async () => {
  database = await testDatabase('economy');
  db = openDatabase({ service: 'test', url: database.url, pool: CONNECTIONS }, { log, lifecycle });
  const push = { toUser: () => undefined, toRoom: () => undefined };
  context = { db, outbox: { wake: () => undefined }, push, log };
});
beforeEach(avoidEndOfDay);
afterAll(async () => {
  expect(await readViolations(db)).toEqual({});
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
  { weight: 3, arbitrary: fc.record({ type: fc.constant('signup'), user }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('expire'), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('award'), user }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('topUp'),
      user,
      amount: fc.constantFrom(1, 4_000, 60_000),
      reference: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('grant'),
      user,
      item: fc.constantFrom('smile', STYLE),
      reference: fc.constantFrom('r1', 'r2', 'r3', 'r4'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('buy'),
      user,
      item: fc.constantFrom(...Object.keys(PRICES)),
      key,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('equip'), user, item: style }) },
  {
    weight: 6,
    arbitrary: fc
      .record({ pair, amount: fc.constantFrom(1, 400, 3_000, 60_000), key })
      .map(({ pair: [from, to], ...rest }) => ({ type: 'gift', from: from!, to: to!, ...rest }) as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('weeklyReward'), user, rank: fc.constantFrom(1, 11) }),
  },
  {
    weight: 8,
    arbitrary: fc
      .record({ game, pair, bet })
      .map(({ pair: [x, o], ...rest }) => ({ type: 'hold', x: x!, o: o!, ...rest }) as const),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('void'), game }) },
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant('finish'), game, winner: fc.constantFrom('', ...USERS) }),
  },
);

/** Commands of a user who gives coins up to or beyond the limit of gifts an hour, or none, as in most sequences. */
const manyGifts: fc.Arbitrary<Command[]> = fc.oneof(
  { weight: 9, arbitrary: fc.constant<Command[]>([]) },
  {
    weight: 1,
    arbitrary: fc
      .record({ pair, count: fc.integer({ min: 28, max: 32 }) })
      .map(({ pair: [from, to], count }): Command[] => [
        { type: 'signup', user: from! },
        { type: 'signup', user: to! },
        { type: 'topUp', user: from!, amount: 60_000, reference: 'of-gifts' },
        ...Array.from(
          { length: count },
          (_, index) => ({ type: 'gift', from: from!, to: to!, amount: 2 + index, key: '' }) as const,
        ),
      ]),
  },
);

/** Number of gifts that were rejected because of the limit of an hour: only new accounts have another one. */
let giftsOverLimit = 0;
const countIfOverLimit = (command: Command, result: string): void => {
  if (result === 'GIFT_LIMIT' && command.type === 'gift' && command.from !== NEW_ACCOUNT) giftsOverLimit += 1;
};

/** Returns the part of the model that the database has as well. */
const snapshotOf = ({ wallets, owned, equipped }: ModelLedger): Snapshot => ({
  wallets,
  owned: [...owned.keys()].toSorted(),
  equipped,
});

// A property names its seed, but not what is done with a sample.
describe(`the ledger (TEST_SEED=${fc.readConfigureGlobal().seed})`, () => {
  test(
    'returns the same results as the model for every sequence of commands',
    async () => {
      const property = fc.asyncProperty(
        manyGifts,
        fc.array(command, { minLength: 5, maxLength: 50 }),
        async (gifts, commands) => {
          const runner = newRunner(context);
          const ledger = emptyLedger();
          for (const one of [...gifts, ...commands]) {
            const result = await runner.run(one);
            expect(result).toBe(applyCommand(ledger, one));
            countIfOverLimit(one, result);
          }
          expect(await runner.snapshot()).toEqual(snapshotOf(ledger));
        },
      );
      giftsOverLimit = 0;
      await fc.assert(property, { numRuns: scaled(150) });
      expect(giftsOverLimit).toBeGreaterThan(0);
    },
    scaled(180_000),
  );

  test(
    'returns results of concurrent commands that the model returns in some order of them',
    async () => {
      const batch = fc.array(command, { minLength: 2, maxLength: 4 });
      const property = fc.asyncProperty(
        manyGifts,
        fc.array(command, { maxLength: 8 }),
        fc.array(batch, { minLength: 1, maxLength: 6 }),
        async (gifts, before, batches) => {
          const runner = newRunner(context);
          const start = emptyLedger();
          for (const one of [...FUNDING, ...gifts, ...before]) {
            await runner.run(one);
            applyCommand(start, one);
          }
          let possible = [start];
          for (const commands of batches) {
            const results = await Promise.all(commands.map((one) => runner.run(one)));
            commands.forEach((one, index) => countIfOverLimit(one, results[index]!));
            const snapshot = await runner.snapshot();
            const explained = possible.flatMap((ledger) => orders(ledger, commands, results));
            possible = distinct(explained).filter((ledger) =>
              isDeepStrictEqual(snapshotOf(ledger), snapshot),
            );
            expect(possible, `${JSON.stringify(commands)} returned ${results.join('; ')}`).not.toEqual([]);
          }
        },
      );
      giftsOverLimit = 0;
      await fc.assert(property, { numRuns: scaled(150) });
      expect(giftsOverLimit).toBeGreaterThan(0);
    },
    scaled(180_000),
  );

  test(
    'neither creates nor loses coins, and has no deadlock, under thousands of concurrent commands',
    async () => {
      const runner = newRunner(context);
      for (const one of FUNDING) await runner.run(one);
      const commands = fc.sample(command, scaled(2_000)).filter((one) => one.type !== 'expire');
      await Promise.all(commands.map((one) => runner.run(one)));
      expect(await countDeadlocks(db)).toBe(0);
      expect(await readViolations(db)).toEqual({});
    },
    scaled(180_000),
  );
});

/** Gives two users coins, so that the first concurrent commands do not all fail. */
const FUNDING: Command[] = ['ann', 'bob'].flatMap((name) => [
  { type: 'signup', user: name },
  { type: 'topUp', user: name, amount: 60_000, reference: `of-${name}` },
]);

/** Returns the model after each order of the commands in which it returns exactly these results. */
function orders(
  ledger: ModelLedger,
  commands: readonly Command[],
  results: readonly string[],
): ModelLedger[] {
  if (commands.length === 0) return [ledger];
  return commands.flatMap((one, i) => {
    const next = structuredClone(ledger);
    if (applyCommand(next, one) !== results[i]) return [];
    return orders(next, commands.toSpliced(i, 1), results.toSpliced(i, 1));
  });
}

/** Returns the distinct states, because most orders lead to the same one. */
function distinct(all: readonly ModelLedger[]): ModelLedger[] {
  const serialize = (ledger: ModelLedger): string =>
    JSON.stringify(Object.values(ledger).map((part: Iterable<unknown>) => [...part].sort()));
  return [...new Map(all.map((ledger) => [serialize(ledger), ledger])).values()];
}
