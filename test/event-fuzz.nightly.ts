import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { Event, Push } from '@fifteen/proto/events';
import { createLog, Lifecycle, openNats, type Nats } from '@fifteen/runtime';
import { X_WINS } from '@fifteen/testkit/games';
import { changesBetween, processes, Random, scaled, spoiled, testSeed } from '@fifteen/testkit';
import { Operator } from '@fifteen/testkit/operator';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { StoredRows } from '@fifteen/testkit/stored-rows';
import { eventsOf, streamOwners, type ServiceName } from '@fifteen/topology';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const seed = testSeed();
/**
 * Messages of each kind to each subject. Those of a stream stay below the number of unacknowledged events at which a
 * consumer receives no others.
 */
const PER_SUBJECT = Math.min(75, scaled(4));
/** Messages to each subject of a user or a room. */
const PER_PUSH = scaled(30);
const SLOW_MS = 60_000;

const lifecycle = new Lifecycle(createLog('test', 'silent'));
let stack: Stack;
let operator: Operator;
let nats: Nats;
/** Prefix of all subjects. */
let namespace: string;
/** All pushes so far. */
const pushes: Buffer[] = [];
let before: Awaited<ReturnType<typeof processes>>;
beforeAll(async () => {
  stack = await startStack({ own: true });
  operator = new Operator(stack);
  const options = { service: 'test', url: stack.servers.nats.url, namespace: '' };
  nats = await openNats(options, { log: createLog('test', 'silent'), lifecycle });
  nats.connection.subscribe('>', {
    callback: (_, { subject, data }) => {
      if (subject.includes('push.')) pushes.push(Buffer.from(data));
    },
  });
  await playCounted();
  namespace = await namespaceOf();
  before = await processes(stack);
}, 120_000);
afterAll(async () => {
  await operator.stop();
  await lifecycle.stop();
  await stack.stop();
});

const guests = () => Promise.all([Player.guest(stack.url), Player.guest(stack.url)]);

/** Two new guests play a game, until it counts for both, which takes an event of the game. */
async function playCounted(): Promise<void> {
  const players = await guests();
  await Promise.all(players.map((player) => player.connect()));
  const { x, o, game } = await pairByQuickMatch(...players, 0);
  await Promise.all([x, o].map((player) => player.playOut(game.id, X_WINS)));
  const games = async () =>
    Promise.all(players.map(async ({ api }) => (await api.users.ownStats()).totalGames));
  await vi.waitFor(async () => expect(await games()).toEqual([1, 1]), { timeout: SLOW_MS });
  for (const player of players) player.close();
}

async function namespaceOf(): Promise<string> {
  const manager = await nats.manager();
  for await (const { config } of manager.streams.list()) {
    const [, found] = /^(.*)identity\.>$/.exec(config.subjects?.[0] ?? '') ?? [];
    if (found !== undefined) return found;
  }
  throw new Error('identity has no stream');
}

/** Returns the events of the product so far, by their subjects. */
async function recordedEvents(): Promise<Map<string, Buffer[]>> {
  const manager = await nats.manager();
  const found = new Map<string, Buffer[]>();
  for await (const { config, state } of manager.streams.list())
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(config.name, { seq });
      if (message)
        found.set(message.subject, [...(found.get(message.subject) ?? []), Buffer.from(message.data)]);
    }
  return found;
}

/** Returns an event of a kind that the players here do not cause, of a user or a game that does not exist. */
function eventOf(owner: ServiceName, name: string): Buffer {
  const $case = `${owner === 'game' ? 'game_' : ''}${name}`.replace(/_(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  const body = { $case, value: { userId: 'none' } } as Event['body'];
  return Buffer.from(Event.encode(Event.fromPartial({ id: randomUUID(), body })).finish());
}

/** Returns every subject of an event, with events to change. */
async function subjects(): Promise<{ subject: string; events: Buffer[] }[]> {
  const recorded = await recordedEvents();
  return streamOwners.flatMap((owner) =>
    eventsOf(owner).map((event) => {
      const subject = `${namespace}${event.subject}`;
      const name = event.subject.slice(owner.length + 1);
      return { subject, events: recorded.get(subject) ?? [eventOf(owner, name)] };
    }),
  );
}

const isEvent = (bytes: Buffer): boolean => {
  try {
    Event.decode(bytes);
    return true;
  } catch {
    return false;
  }
};

const changed = (samples: readonly Buffer[], random: Random): Buffer =>
  random.isTrue(0.3) ? random.bytes(random.int(300)) : spoiled(random.pick(samples), random);

function noEvent(samples: readonly Buffer[], random: Random): Buffer {
  for (;;) {
    const bytes = changed(samples, random);
    if (!isEvent(bytes)) return bytes;
  }
}

/** Publishes messages to every subject, and waits until each consumer has received all. */
async function publish(bytesFrom: typeof changed, random: Random): Promise<void> {
  for (const { subject, events } of await subjects())
    for (let n = 0; n < PER_SUBJECT; n += 1) await nats.js.publish(subject, bytesFrom(events, random));
  const manager = await nats.manager();
  const undelivered = async (): Promise<number> => {
    let count = 0;
    for await (const { config } of manager.streams.list())
      for await (const { num_pending } of manager.consumers.list(config.name)) count += num_pending;
    return count;
  };
  await expect.poll(undelivered, { timeout: SLOW_MS }).toBe(0);
}

/** Two connected players in a room, and the rows of both. */
async function seated() {
  const players = await guests();
  const [owner, guest] = players;
  await Promise.all(players.map((player) => player.connect()));
  const { room } = await owner.api.rooms.create({ body: { betAmount: 0 } });
  await guest.api.rooms.join({ body: { code: room.code } });
  const stored = new StoredRows(
    stack,
    players.map(({ user }) => user.id),
  );
  return { owner, players, roomId: room.id, stored, rows: await stored.readWhenStable() };
}

/** Expects that the players' sockets are open, and that their gateway still receives pushes. */
async function expectConnected(players: readonly Player[]): Promise<void> {
  for (const player of players) {
    const from = player.received.length;
    const body = { $case: 'friendsChanged', value: { userId: toUserId(player.user.id) } } as const;
    const bytes = Push.encode({ traceparent: '', body }).finish();
    nats.connection.publish(`${namespace}push.user.${player.user.id}`, bytes);
    await player.waitFor('friends_changed', undefined, from, SLOW_MS);
  }
}

describe(`random messages (TEST_SEED=${seed})`, () => {
  test('that are no events stop no consumer, close no socket, and change no row', async () => {
    const { players, stored, rows } = await seated();
    await publish(noEvent, new Random(seed));
    await expectConnected(players);
    expect(await stored.read()).toEqual(rows);
    await playCounted();
    expect(changesBetween(before, await processes(stack))).toEqual([]);
    await stored.close();
  }, 300_000);

  test('like events stop no consumer, and move no coins', async () => {
    await publish(changed, new Random(seed + 1));
    await playCounted();
    expect(await operator.violations()).toEqual({});
    expect(changesBetween(before, await processes(stack))).toEqual([]);
  }, 300_000);

  test('like pushes close no socket and change no row, and the players go on to play', async () => {
    const { owner, players, roomId, stored, rows } = await seated();
    const random = new Random(seed + 2);
    const samples = [...pushes];
    const targets = [...players.map(({ user }) => `user.${user.id}`), `room.${roomId}`];
    for (const target of targets)
      for (let n = 0; n < PER_PUSH; n += 1)
        nats.connection.publish(`${namespace}push.${target}`, changed(samples, random));
    await nats.connection.flush();
    await expectConnected(players);
    expect(await stored.read()).toEqual(rows);

    // What a false push said of the room is true until the next one, or a new connection.
    for (const player of players) player.drop();
    await Promise.all(players.map((player) => player.closed()));
    await Promise.all(players.map((player) => player.reconnect()));
    const { game } = await owner.api.rooms.startGame({ params: { id: roomId } });
    const ended = await Promise.all(players.map((player) => player.playOut(game.id, X_WINS)));
    expect(ended.map(({ status }) => status)).toEqual(['finished', 'finished']);
    expect(changesBetween(before, await processes(stack))).toEqual([]);
    await stored.close();
  }, 300_000);
});
