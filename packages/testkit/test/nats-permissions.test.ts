import {
  eventsOf,
  serviceNames,
  services,
  streamConsumers,
  streamOwners,
  type ServiceName,
} from '@fifteen/topology';
import { readFileSync, globSync } from 'node:fs';
import { createLog, ensureStream, Lifecycle, openNats, pushSubject, type Nats } from '@fifteen/runtime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testServers, type TestServers } from '../src/index.ts';
import { brokerUrl } from '../src/servers/nats.ts';
import { root } from '../src/repository.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let servers: TestServers<'nats'>;
let operator: Nats;
const connections = {} as Record<ServiceName, Nats>;

const open = (service: string, url: string) =>
  openNats({ service, url, namespace: servers.namespace }, { log, lifecycle });

beforeAll(async () => {
  servers = await testServers(['nats'], { own: true });
  operator = await open('operator', servers.nats.url);
  for (const name of serviceNames) connections[name] = await open(name, brokerUrl(servers.nats, name));
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

/** Returns the subjects of the messages that a connection receives during `done`. */
async function received(by: Nats, subject: string, done: () => Promise<unknown>): Promise<string[]> {
  const subjects: string[] = [];
  const subscription = by.connection.subscribe(subject, {
    callback: (error, message) => void (error ?? subjects.push(message.subject.slice(by.namespace.length))),
  });
  await by.connection.flush();
  await done();
  await by.connection.flush();
  subscription.unsubscribe();
  return subjects;
}

/** Publishes on a subject, as far as the connection may. */
async function say(by: Nats, subject: string): Promise<void> {
  by.connection.publish(subject, 'forged');
  await by.connection.flush();
}

describe('threat 27: NATS', () => {
  test.each(streamOwners)('lets only %s publish its events', async (owner) => {
    for (const name of serviceNames) {
      const published = await received(operator, `${operator.namespace}${owner}.>`, () =>
        say(connections[name], `${operator.namespace}${owner}.finished`),
      );
      expect([name, published]).toEqual([name, name === owner ? [`${owner}.finished`] : []]);
    }
  });

  test.each(['user', 'room'] as const)('lets only services that push to a %s do so', async (kind) => {
    for (const name of serviceNames) {
      const subject = pushSubject(operator, kind, 'ann');
      const pushes = await received(operator, subject, () => say(connections[name], subject));
      expect([name, pushes.length]).toEqual([name, services[name].pushTargets?.includes(kind) ? 1 : 0]);
    }
  });

  test('delivers pushes to the gateway only, and responses to the requester only', async () => {
    const pushed = pushSubject(operator, 'user', 'ann');
    for (const name of serviceNames) {
      const pushes = await received(connections[name], pushed, () => say(operator, pushed));
      expect([name, pushes.length]).toEqual([name, name === 'gateway' ? 1 : 0]);
      const answers = await received(connections[name], '_INBOX.game.>', () =>
        say(operator, '_INBOX.game.1'),
      );
      expect([name, answers.length]).toEqual([name, name === 'game' ? 1 : 0]);
    }
  });

  test('lets services consume only the streams that they state', async () => {
    await ensureStream(connections.game, 'game');
    await connections.game.js.publish(`${operator.namespace}game.finished`, 'it is over');
    const stream = `${servers.namespace}_GAME`.toUpperCase();
    for (const name of serviceNames) {
      const taking = take(connections[name], stream, name);
      if (streamConsumers('game').includes(name)) expect(await taking).toBe('it is over');
      else await expect(taking).rejects.toThrow();
    }
    const manager = await connections.leaderboard.manager();
    await expect(manager.consumers.info(stream, 'room')).rejects.toThrow();
  }, 60_000);

  test('lets no service delete a stream', async () => {
    await ensureStream(connections.game, 'game');
    const stream = `${servers.namespace}_GAME`.toUpperCase();
    const deleting = (await connections.game.manager()).streams.delete(stream);
    await expect(deleting).rejects.toThrow();
    expect((await (await operator.manager()).streams.info(stream)).config.name).toBe(stream);
  });

  test('lets a service without events and pushes publish nothing', async () => {
    const part = vi
      .spyOn(services, 'matchmaking', 'get')
      .mockReturnValue({ ...services.matchmaking, pushTargets: [] });
    const broker = await testServers(['nats'], { own: true }).finally(() => part.mockRestore());
    const master = await open('operator', broker.nats.url);
    const idle = await open('matchmaking', brokerUrl(broker.nats, 'matchmaking'));
    for (const subject of ['game.finished', 'push.user.ann', '$JS.API.STREAM.DELETE.GAME'])
      expect(await received(master, subject, () => say(idle, subject)), subject).toEqual([]);
    expect(await received(idle, 'game.finished', () => say(master, 'game.finished'))).toEqual([]);
    await Promise.all([master, idle].map(({ connection }) => connection.close()));
    await broker.stopAll();
  });

  test('rejects connections without a user and its password', async () => {
    const { host } = new URL(servers.nats.url);
    for (const url of [`nats://${host}`, `nats://game:guessed@${host}`, `nats://admin:admin@${host}`])
      await expect(open('nobody', url)).rejects.toThrow(/authorization/i);
  });
});

/** Creates a durable consumer and takes one message. */
async function take({ js, manager }: Nats, stream: string, name: string): Promise<string> {
  const { consumers } = await manager();
  await consumers.add(stream, { durable_name: name, ack_policy: 'explicit' });
  const message = await (await js.consumers.get(stream, name)).next({ expires: 1_000 });
  if (!message) throw new Error('nothing came');
  expect(await message.ackAck()).toBe(true);
  return message.string();
}

/** Each event of events.proto: `game.finished`, and its name in handlers, `gameFinished`. */
const events = [
  ...readFileSync(`${root}proto/fifteen/events/v1/events.proto`, 'utf8').matchAll(
    /^ +\/\/ (\w+\.\w+).*\n +\w+ (\w+) = \d+;/gm,
  ),
].map(([, subject = '', field = '']) => ({
  subject,
  handler: field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
}));

describe.each(serviceNames)('%s in the topology', (name) => {
  const files = globSync(`${root}services/${name}/src/**/*.ts`).map((file) => readFileSync(file, 'utf8'));
  const source = files.join('\n');
  const { consumes = {}, subscribes = [], pushTargets = [], receivesPushes = false } = services[name];

  test('has a stream if it publishes events', () => {
    expect(streamOwners.includes(name)).toBe(/startOutboxPublisher\(/.test(source));
  });

  test('consumes the events for which it has handlers', () => {
    const consumed = files.flatMap((file) =>
      [...file.matchAll(/startConsumer\(\s*\{\s*owner: '(\w+)'/g)].flatMap(([, owner = '']) =>
        events
          .filter(({ subject, handler }) => subject.startsWith(`${owner}.`) && file.match(`\\b${handler}\\b`))
          .map(({ subject }) => subject),
      ),
    );
    const stated = Object.entries(consumes).flatMap(([owner, names]) =>
      names.map((one) => `${owner}.${one}`),
    );
    expect(stated.sort()).toEqual(consumed.sort());
  });

  test('subscribes to the events that it names', () => {
    const named = [...source.matchAll(/^ {2}'(\w+\.\w+)'[,:]/gm)].map(([, subject = '']) => subject);
    const subjects = named.filter((one) => events.some(({ subject }) => subject === one));
    expect([...subscribes].sort()).toEqual(subjects.sort());
  });

  test('pushes to users and rooms if it has a call for that', () => {
    expect(pushTargets.includes('room')).toBe(/\.toRoom\(/.test(source));
    expect(pushTargets.includes('user')).toBe(/\.toUser\(/.test(source));
  });

  test('receives pushes if it subscribes to them', () => {
    expect(receivesPushes).toBe(/new Push(es|Subscriptions)\(/.test(source));
  });
});

test('the events of the topology are those of events.proto', () => {
  const stated = streamOwners.flatMap(eventsOf).map(({ subject }) => subject);
  expect(stated.sort()).toEqual(events.map(({ subject }) => subject).sort());
});
