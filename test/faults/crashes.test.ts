import { serviceNames } from '@fifteen/topology';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { startStack, type Stack, type StackOptions } from '@fifteen/testkit/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { Operator } from './operator.ts';

const BET = 5_000;
const LINE = [1, 2, 6, 3, 11];
/** Timeout for the recovery from a fault, on a busy machine. */
const RECOVERY_MS = 30_000;
/** Timeout of a test with the start of its product, as processes or as containers. */
const LIMIT_MS = 240_000;
/** Pause before each move, so that a fault happens in the middle of the game. */
const THINK_MS = 400;

type Failpoints = NonNullable<StackOptions['failpoints']>;
type ServiceName = keyof Failpoints;

interface Scenario {
  stack: Stack;
  operator: Operator;
  people: [Player, Player];
}

/** Settings of a product. Failpoints are armed later. */
type Settings = Pick<StackOptions, 'replicas' | 'env'>;

/** Running products by their settings. They are shared, because a start takes longer than a test. */
const products = new Map<string, Stack>();

async function productOf(settings: Settings): Promise<Stack> {
  const key = JSON.stringify(settings);
  const stack = products.get(key) ?? (await startStack({ own: true, ...settings }));
  if (!products.has(key)) stack.supervise(() => undefined);
  products.set(key, stack);
  // Waits for the processes that the last test killed.
  await expect
    .poll(() => processesOf(stack).every(({ isReady }) => isReady), { timeout: RECOVERY_MS })
    .toBe(true);
  return stack;
}

/** Stops a product after a failed test, so that the next one starts another. */
async function discard(key: string): Promise<void> {
  const stack = products.get(key);
  products.delete(key);
  await stack?.stop();
}

afterAll(() => Promise.all([...products.keys()].map(discard)), LIMIT_MS);

/** Restarts the replicas of some services with their failpoints armed. */
async function arm(stack: Stack, failpoints: Failpoints): Promise<void> {
  for (const [service, FAILPOINT] of Object.entries(failpoints))
    for (const replica of stack.service(service as ServiceName)) await replica.restart({ FAILPOINT });
}

/** Runs a test with two players who can pay the bet, in a product whose services crash at their failpoints. */
async function runScenario(
  { failpoints = {}, ...settings }: Settings & Pick<StackOptions, 'failpoints'>,
  run: (scenario: Scenario) => Promise<void>,
): Promise<void> {
  const stack = await productOf(settings);
  await arm(stack, failpoints);
  const armed = processes(stack);
  const operator = new Operator(stack);
  const players: Player[] = [];
  try {
    for (const url of stack.urls.concat(stack.urls).slice(0, 2)) players.push(await Player.guest(url));
    const people = players as [Player, Player];
    await Promise.all(people.map((player) => operator.grantCoins(player, BET)));
    await Promise.all(people.map((player) => player.connect()));
    await run({ stack, operator, people });
    expect(defects(stack)).toEqual([]);
    if (Object.keys(failpoints).length > 0) expect(processes(stack)).not.toEqual(armed);
  } catch (error) {
    await discard(JSON.stringify(settings));
    throw error;
  } finally {
    for (const player of players) player.close();
    await operator.stop();
  }
}

/** Plays the game to its end, and compares balances and ledger with its result. */
async function playToTheEnd(
  { operator, people }: Scenario,
  x: Player,
  o: Player,
  gameId: string,
): Promise<void> {
  const games = await Promise.all(
    [x, o].map((player) =>
      player.playOut(gameId, LINE, { timeoutMs: RECOVERY_MS + 10_000, thinkMs: THINK_MS }),
    ),
  );
  for (const game of games) expect(game).toMatchObject({ status: 'finished', moves: LINE });
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

describe('a service crashes in the middle of a game for coins, and is started again', () => {
  test.each([
    ['game, between the commit of a move and its response', { game: 'game.move.after-commit:2' }],
    ['game, when the last move is committed', { game: 'game.finish.after-commit' }],
    ['economy, between finishing a stake and its response', { economy: 'economy.finish-stake.after-commit' }],
  ])(
    '%s',
    async (_, failpoints) => {
      await runScenario({ failpoints }, async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        await playToTheEnd(scenario, x, o, game.id);
      });
    },
    LIMIT_MS,
  );

  test.each([
    ['economy, between holding a stake and its response', { economy: 'economy.hold-stake.after-commit' }],
    ['game, between creating a game and holding its stakes', { game: 'game.create.after-funding' }],
    ['matchmaking, between pairing and commit', { matchmaking: 'matchmaking.after-pair' }],
    ['matchmaking, after the room was created', { matchmaking: 'matchmaking.before-commit' }],
    [
      'room, between creating the room of a match and starting its game',
      { room: 'room.create-match.after-commit' },
    ],
    ['room, when the game has started', { room: 'room.start-round.after-game' }],
  ])(
    '%s',
    async (_, failpoints) => {
      await runScenario({ failpoints }, async (scenario) => {
        const [a, b] = scenario.people;
        await Promise.allSettled([a.search(BET), b.search(BET)]);
        const game = await gameOf(a, b);
        const [x, o] = game.playerXId === a.user.id ? [a, b] : [b, a];
        await playToTheEnd(scenario, x, o, game.id);
      });
    },
    LIMIT_MS,
  );

  test(
    'gateway, with live sockets',
    async () => {
      await runScenario({ replicas: 2 }, async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        const playing = playToTheEnd(scenario, x, o, game.id);
        await sleep(100);
        for (const gateway of scenario.stack.service('gateway')) await gateway.kill();
        for (const gateway of scenario.stack.service('gateway')) await gateway.restart();
        await playing;
      });
    },
    LIMIT_MS,
  );

  test.each(['identity', 'economy', 'game', 'room', 'matchmaking'] as const)(
    'both replicas of %s, one after the other, while it is played',
    async (service) => {
      await runScenario({ replicas: 2 }, async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        const playing = playToTheEnd(scenario, x, o, game.id);
        for (const replica of scenario.stack.service(service)) {
          await replica.kill();
          await sleep(300);
          await replica.restart();
        }
        await playing;
      });
    },
    LIMIT_MS,
  );
});

describe('a server of the services fails in the middle of a game for coins', () => {
  test.each([
    ['Redis loses its data', async ({ servers }: Stack) => servers.redis.wipe()],
    ['the broker restarts with its data lost', async ({ servers }: Stack) => servers.nats.wipe()],
    [
      'the database is killed',
      async ({ servers }: Stack) => {
        await servers.postgres.kill();
        await servers.postgres.restart();
      },
    ],
  ])(
    '%s',
    async (_, injectFault) => {
      await runScenario({}, async (scenario) => {
        const { x, o, game } = await pairByQuickMatch(...scenario.people, BET);
        const before = processes(scenario.stack);
        const playing = playToTheEnd(scenario, x, o, game.id);
        await sleep(THINK_MS);
        await injectFault(scenario.stack);
        await playing;
        expect(processes(scenario.stack)).toEqual(before);
      });
    },
    LIMIT_MS,
  );
});

const processesOf = (stack: Stack) => serviceNames.flatMap((name) => stack.service(name));

/** Returns the errors that services logged: an injected fault must not cause one. */
const defects = (stack: Stack): string[] =>
  processesOf(stack).flatMap(({ output }) =>
    output.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line)),
  );

/** Process ids of the services, which must survive a fault of their servers. */
const processes = (stack: Stack): (number | undefined)[] => processesOf(stack).map(({ pid }) => pid);

/** Waits for the game of two players who searched. They request the state and search again meanwhile. */
async function gameOf(a: Player, b: Player): Promise<NonNullable<Player['game']>> {
  const until = Date.now() + RECOVERY_MS;
  while (Date.now() < until) {
    for (const player of [a, b]) {
      if (!player.connected) await player.connect().catch(() => undefined);
      player.send({ type: 'request_current_game_state', userId: player.user.id });
    }
    await sleep(500);
    if (a.game && b.game && a.game.id === b.game.id) return a.game;
    for (const player of [a, b]) if (!player.game) await player.search(BET).catch(() => undefined);
  }
  throw new Error('quick match paired the two players in no attempt');
}
