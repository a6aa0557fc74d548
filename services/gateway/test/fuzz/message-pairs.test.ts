import { fromMoves } from '@fifteen/domain';
import { Random, scaled, testSeed } from '@fifteen/testkit';
import type { Player } from '@fifteen/testkit/player';
import { type SharedStack, withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { StoredRows } from '@fifteen/testkit/stored-rows';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Operator } from '@fifteen/testkit/operator';
import { useOwnStack, useSharedStack } from '../harness.ts';
import { useOperator } from '../operator.ts';
import { seatPlayers } from '../room-fixtures.ts';
import { frameOf, TYPES } from './frames.ts';
import { BET, STATES, type Scene, type State } from './room-states.ts';

const seed = testSeed();

const IS_NIGHT = process.env.TESTS === 'all';
const ALL_STATES = Object.keys(STATES) as State[];
const PAIRS = TYPES.flatMap((first) => TYPES.map((second) => [first, second] as const));
type Pair = (typeof PAIRS)[number];
/** Of the 256 pairs in each state: 2 for a commit, all at night. */
const COUNT = IS_NIGHT ? PAIRS.length : Math.min(PAIRS.length, scaled(2));
const AT_ONCE = 4;
const SLOW_MS = 20_000;

/** Waits until all earlier frames of a player were handled: a request for the state is answered after them. */
async function handled(player: Player): Promise<void> {
  const from = player.received.length;
  player.send({ type: 'request_current_game_state' });
  const answers = ['game_reconnection', 'reconnection_room_join', 'reconnection'];
  const isAnswered = () => player.received.slice(from).some(({ type }) => answers.includes(type));
  await expect.poll(isAnswered, { timeout: SLOW_MS }).toBe(true);
}

/**
 * Expects that no player has other coins. Those who play for coins have all of them, or all but both stakes, once both
 * stakes are taken. A busy product may need another attempt to say so.
 */
async function expectCoins({ sender, other, coins }: Scene, before: readonly number[]): Promise<void> {
  const check = async () => {
    const balances = await Promise.all([sender.coins(), other.coins()]);
    if (coins === undefined) expect(balances).toEqual(before);
    else expect([0, 2 * BET]).toContain(coins - balances.reduce((sum, balance) => sum + balance));
  };
  await vi.waitFor(check, { timeout: SLOW_MS });
}

/** A running product, and one of its operators. */
interface Product {
  stack: () => SharedStack;
  operator: () => Operator;
}

/** Returns what is wrong after two messages: an error of the server, or a socket that was closed. */
async function faultsAfter(
  { stack, operator }: Product,
  [first, second]: Pair,
  state: State,
): Promise<string[]> {
  const scene = await STATES[state](stack(), operator());
  const { sender, other, at } = scene;
  const players = [sender, other];
  const coins = await Promise.all(players.map((player) => player.coins()));
  sender.send(frameOf(first, at));
  sender.send(frameOf(second, at));
  await Promise.all(players.map(handled));
  await sender.api.matchmaking.leave();
  const faults = players.flatMap((player) => [
    ...player.received.flatMap((message) =>
      'code' in message && /INTERNAL|UNAVAILABLE/.test(message.code)
        ? [`${message.type}: ${message.code}`]
        : [],
    ),
    ...(player.closeCode === undefined ? [] : [`closed with ${player.closeCode}`]),
  ]);
  for (const { moves } of players.flatMap(({ games }) => [...games.values()])) fromMoves(moves);
  await expectCoins(scene, coins);
  for (const player of players) player.close();
  return faults.map((fault) => `${first}, ${second}: ${fault}`);
}

/** Defines the tests of these states, on a product. */
function testPairs(product: Product, states: readonly State[]): void {
  /** Two players in another room. */
  let bystanders: readonly Player[];
  let stored: StoredRows;
  let rows: readonly string[];
  beforeAll(async () => {
    const stack = product.stack();
    const { owner, guest } = await seatPlayers(stack);
    bystanders = [owner, guest];
    stored = new StoredRows(
      stack,
      bystanders.map(({ user }) => user.id),
    );
    rows = await stored.readWhenStable();
  });
  afterAll(async () => {
    for (const player of bystanders) player.close();
    await stored.close();
  });

  test.each(states)(
    'leave players of a room in a legal state, and others as they were: %s',
    async (state) => {
      const random = new Random(seed + ALL_STATES.indexOf(state));
      const ordered = PAIRS.map((pair) => ({ pair, rank: random.next() })).sort((a, b) => a.rank - b.rank);
      const pairs = ordered.slice(0, COUNT).map(({ pair }) => pair);
      const isSearch = (pair: Pair) => state === 'searching' || pair.includes('start_matchmaking');
      const others = pairs.filter((pair) => !isSearch(pair));
      for (let from = 0; from < others.length; from += AT_ONCE) {
        const faults = others.slice(from, from + AT_ONCE).map((pair) => faultsAfter(product, pair, state));
        expect((await Promise.all(faults)).flat()).toEqual([]);
      }
      for (const pair of pairs.filter(isSearch))
        expect(await withQuickMatchAlone(() => faultsAfter(product, pair, state))).toEqual([]);

      expect(await stored.read()).toEqual(rows);
    },
    1_800_000,
  );
}

describe(`two messages at once (TEST_SEED=${seed})`, () => {
  const stack = useSharedStack();
  const operator = useOperator(stack);
  testPairs(
    { stack, operator },
    ALL_STATES.filter((state) => state !== 'on auto-play'),
  );
});

// A player comes on auto-play after a turn, for which a commit does not wait, and a night not for 30 s.
if (IS_NIGHT)
  describe(`two messages at once after a short turn (TEST_SEED=${seed})`, () => {
    const stack = useOwnStack({ env: { game: { TURN_SECONDS: '4' } } });
    const operator = useOperator(stack);
    testPairs({ stack, operator }, ['on auto-play']);
  });
