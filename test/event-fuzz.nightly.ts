import { Operator } from '@fifteen/testkit/operator';
import { createLog, Lifecycle, openNats, type Nats } from '@fifteen/runtime';
import { changesBetween, processes, Random, scaled, spoiled, testSeed } from '@fifteen/testkit';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';

const seed = testSeed();
/** Messages to each stream. Below the number of unacknowledged events at which a consumer receives no others. */
const PER_STREAM = Math.min(800, scaled(30));
const LINE = [1, 2, 6, 3, 11];
const SLOW_MS = 30_000;

const lifecycle = new Lifecycle(createLog('test', 'silent'));
let stack: Stack;
let operator: Operator;
let nats: Nats;
beforeAll(async () => {
  stack = await startStack();
  operator = new Operator(stack);
  const options = { service: 'test', url: stack.servers.nats.url, namespace: '' };
  nats = await openNats(options, { log: createLog('test', 'silent'), lifecycle });
}, 120_000);
afterAll(async () => {
  await operator.stop();
  await lifecycle.stop();
  await stack.stop();
});

/** Two new guests play a game. Returns them once it counts for both, which takes an event of the game. */
async function playCounted(): Promise<void> {
  const players = await Promise.all([Player.guest(stack.url), Player.guest(stack.url)]);
  await Promise.all(players.map((player) => player.connect()));
  const [a, b] = players as [Player, Player];
  const { x, o, game } = await pairByQuickMatch(a, b, 0);
  await Promise.all([x, o].map((player) => player.playOut(game.id, LINE)));
  const games = async () =>
    Promise.all(players.map(async ({ api }) => (await api.users.ownStats()).totalGames));
  await expect.poll(games, { timeout: SLOW_MS }).toEqual([1, 1]);
  for (const player of players) player.close();
}

/** Returns the streams with a subject and the bytes of their events. */
async function streams(): Promise<{ subject: string; events: Buffer[] }[]> {
  const manager = await nats.manager();
  const found: { subject: string; events: Buffer[] }[] = [];
  for await (const { config, state } of manager.streams.list()) {
    const events: Buffer[] = [];
    let subject = '';
    for (let seq = state.first_seq; seq <= state.last_seq && events.length < 50; seq += 1) {
      const message = await manager.streams.getMessage(config.name, { seq });
      if (!message) continue;
      subject = message.subject;
      events.push(Buffer.from(message.data));
    }
    if (events.length > 0) found.push({ subject, events });
  }
  return found;
}

test(`random events stop no consumer, and move no coins (TEST_SEED=${seed})`, async () => {
  await playCounted();
  const random = new Random(seed);
  const before = await processes(stack);
  const sources = await streams();
  expect(sources.length).toBeGreaterThan(2);
  for (const { subject, events } of sources)
    for (let n = 0; n < PER_STREAM; n += 1) {
      const bytes = random.isTrue(0.3) ? random.bytes(random.int(300)) : spoiled(random.pick(events), random);
      await nats.js.publish(subject, bytes);
    }
  await playCounted();
  expect(await operator.violations()).toEqual({});
  expect(changesBetween(before, await processes(stack))).toEqual([]);
}, 300_000);
