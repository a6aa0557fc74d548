import { X_WINS } from '@fifteen/testkit/games';
import { Operator } from '@fifteen/testkit/operator';
import { serviceNames } from '@fifteen/topology';
import { Player } from '@fifteen/testkit/player';
import { startStack, type Stack, type StackOptions } from '@fifteen/testkit/stack';
import { readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

export const BET = 5_000;
/** Limit for the recovery from a fault (docs/spec/guarantees.md, P7). None of the tests fails a database over. */
export const RECOVERY_MS = 30_000;
/** Timeout of a test with the start of its product, as processes or as containers. */
export const LIMIT_MS = 240_000;
/** Pause before each move, so that a fault happens in the middle of the game. */
export const THINK_MS = 400;

type Failpoints = NonNullable<StackOptions['failpoints']>;
type ServiceName = keyof Failpoints;

interface Scenario {
  stack: Stack;
  operator: Operator;
  people: [Player, Player];
}

/**
 * Returns a function that runs a test with two players who can pay the bet, in a product whose services crash at their
 * failpoints. The tests of a file share the product, because its start takes longer than a test; after a failed test,
 * the next one starts another.
 */
export function useProduct(settings: Pick<StackOptions, 'replicas'> = {}) {
  let product: Stack | undefined;
  const start = async (): Promise<Stack> => {
    const stack = await startStack({ own: true, ...settings });
    stack.supervise(() => undefined);
    return stack;
  };
  const stop = async (): Promise<void> => {
    const stack = product;
    product = undefined;
    await stack?.stop();
  };
  afterAll(stop, LIMIT_MS);

  return async (run: (scenario: Scenario) => Promise<void>, failpoints: Failpoints = {}): Promise<void> => {
    const stack = (product ??= await start());
    await waitUntilReady(stack);
    await arm(stack, failpoints);
    const armed = processIds(stack);
    const operator = new Operator(stack);
    const players: Player[] = [];
    try {
      for (const url of stack.urls.concat(stack.urls).slice(0, 2)) players.push(await Player.guest(url));
      const people = players as [Player, Player];
      await Promise.all(people.map((player) => operator.grantCoins(player.user.id, BET)));
      await Promise.all(people.map((player) => player.connect()));
      await run({ stack, operator, people });
      expect(defects(stack)).toEqual([]);
      if (Object.keys(failpoints).length > 0) expect(processIds(stack)).not.toEqual(armed);
    } catch (error) {
      // The logs are deleted with the product.
      process.stderr.write(`${logged(stack, 'warn|error|fatal').join('\n')}\n`);
      await stop();
      throw error;
    } finally {
      for (const player of players) player.close();
      await operator.stop();
    }
  };
}

/** Waits for the processes that the last test killed. */
const waitUntilReady = (stack: Stack): Promise<void> =>
  expect.poll(() => processesOf(stack).every(({ isReady }) => isReady), { timeout: RECOVERY_MS }).toBe(true);

/** Restarts the replicas of some services with their failpoints armed. */
async function arm(stack: Stack, failpoints: Failpoints): Promise<void> {
  for (const [service, FAILPOINT] of Object.entries(failpoints))
    for (const replica of stack.service(service as ServiceName)) await replica.restart({ FAILPOINT });
}

/** Plays the game to its end, and compares balances and ledger with its result. */
export async function playToTheEnd(
  { operator, people }: Scenario,
  x: Player,
  o: Player,
  gameId: string,
): Promise<void> {
  const games = await Promise.all(
    [x, o].map((player) =>
      player.playOut(gameId, X_WINS, { timeoutMs: RECOVERY_MS + 10_000, thinkMs: THINK_MS }),
    ),
  );
  for (const game of games) expect(game).toMatchObject({ status: 'finished', moves: X_WINS });
  await expectSoundLedger(operator, async () => {
    expect(await x.coins()).toBe(1_000 + 2 * BET);
    expect(await o.coins()).toBe(1_000);
  });
  expect(people).toContain(x);
}

async function expectSoundLedger(operator: Operator, coins: () => Promise<void>): Promise<void> {
  await expect
    .poll(
      async () => {
        try {
          await coins();
          return await operator.violations();
        } catch (error) {
          return String(error);
        }
      },
      { timeout: RECOVERY_MS, interval: 300 },
    )
    .toEqual({});
}

const processesOf = (stack: Stack) => serviceNames.flatMap((name) => stack.service(name));

/** Returns the lines of some levels that services logged, also before they were restarted. */
const logged = (stack: Stack, levels: string): string[] =>
  processesOf(stack).flatMap(({ spec }) =>
    readFileSync(spec.log, 'utf8')
      .split('\n')
      .filter((line) => new RegExp(`"level":"(${levels})"`).test(line)),
  );

/** Returns the errors that services logged: an injected fault must not cause one. */
const defects = (stack: Stack): string[] => logged(stack, 'error|fatal');

/** Process ids of the services, which must survive a fault of their servers. */
export const processIds = (stack: Stack): (number | undefined)[] => processesOf(stack).map(({ pid }) => pid);
