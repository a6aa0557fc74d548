import { readFileSync, globSync } from 'node:fs';
import { createLog, ensureStream, Lifecycle, openNats, pushSubject, type Nats } from '@fifteen/runtime';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { authorizationFile, brokerGraph } from '../src/broker.ts';
import { testServers, type TestServers } from '../src/index.ts';
import { brokerUrl } from '../src/servers/nats.ts';
import { root, serviceNames, type ServiceName } from '../src/services.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let servers: TestServers<'nats'>;
let operator: Nats;
const services = {} as Record<ServiceName, Nats>;

const open = (service: string, url: string) =>
  openNats({ service, url, namespace: servers.namespace }, { log, lifecycle });

beforeAll(async () => {
  servers = await testServers(['nats'], { own: true });
  operator = await open('operator', servers.nats.url);
  for (const name of serviceNames) services[name] = await open(name, brokerUrl(servers.nats, name));
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

/** What arrives at somebody on a subject while something is done. */
async function heard(by: Nats, subject: string, done: () => Promise<unknown>): Promise<string[]> {
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

/** Says something on a subject, as far as one may. */
async function say(by: Nats, subject: string): Promise<void> {
  by.connection.publish(subject, 'forged');
  await by.connection.flush();
}

const tellers = serviceNames.filter((name) => brokerGraph[name].tells);

describe('threat 27: in the broker', () => {
  test.each(tellers)('what %s tells, nobody else can', async (owner) => {
    for (const name of serviceNames) {
      const facts = await heard(operator, `${operator.namespace}${owner}.>`, () =>
        say(services[name], `${operator.namespace}${owner}.finished`),
      );
      expect([name, facts]).toEqual([name, name === owner ? [`${owner}.finished`] : []]);
    }
  });

  test.each(['user', 'room'] as const)(
    'whoever has no business with it pushes nothing to a %s',
    async (kind) => {
      for (const name of serviceNames) {
        const subject = pushSubject(operator, kind, 'ann');
        const pushes = await heard(operator, subject, () => say(services[name], subject));
        expect([name, pushes.length]).toEqual([name, brokerGraph[name].pushes.includes(kind) ? 1 : 0]);
      }
    },
  );

  test('pushes to people are heard by the gateway alone, and answers by who asked', async () => {
    const pushed = pushSubject(operator, 'user', 'ann');
    for (const name of serviceNames) {
      const pushes = await heard(services[name], pushed, () => say(operator, pushed));
      expect([name, pushes.length]).toEqual([name, name === 'gateway' ? 1 : 0]);
      const answers = await heard(services[name], '_INBOX.game.>', () => say(operator, '_INBOX.game.1'));
      expect([name, answers.length]).toEqual([name, name === 'game' ? 1 : 0]);
    }
  });

  test('facts are taken from the streams of those whom one hears, and of nobody else', async () => {
    await ensureStream(services.game, 'game');
    await services.game.js.publish(`${operator.namespace}game.finished`, 'it is over');
    const stream = `${servers.namespace}_GAME`.toUpperCase();
    for (const name of serviceNames) {
      const taking = take(services[name], stream, name);
      if (brokerGraph[name].hears?.includes('game')) expect(await taking).toBe('it is over');
      else await expect(taking).rejects.toThrow();
    }
    const manager = await services.leaderboard.manager();
    await expect(manager.consumers.info(stream, 'room')).rejects.toThrow();
  }, 60_000);

  test('a stream is deleted by none of them', async () => {
    await ensureStream(services.game, 'game');
    const stream = `${servers.namespace}_GAME`.toUpperCase();
    const deleting = (await services.game.manager()).streams.delete(stream);
    await expect(deleting).rejects.toThrow();
    expect((await (await operator.manager()).streams.info(stream)).config.name).toBe(stream);
  });

  test('whoever has nothing to tell, hear or push may say nothing at all', async () => {
    const part = vi.spyOn(brokerGraph, 'matchmaking', 'get').mockReturnValue({ pushes: [] });
    const broker = await testServers(['nats'], { own: true }).finally(() => part.mockRestore());
    const master = await open('operator', broker.nats.url);
    const idle = await open('matchmaking', brokerUrl(broker.nats, 'matchmaking'));
    for (const subject of ['game.finished', 'push.user.ann', '$JS.API.STREAM.DELETE.GAME'])
      expect(await heard(master, subject, () => say(idle, subject)), subject).toEqual([]);
    expect(await heard(idle, 'game.finished', () => say(master, 'game.finished'))).toEqual([]);
    await Promise.all([master, idle].map(({ connection }) => connection.close()));
    await broker.stopAll();
  });

  test('there is no way in without a name and its password', async () => {
    const { host } = new URL(servers.nats.url);
    for (const url of [`nats://${host}`, `nats://game:guessed@${host}`, `nats://admin:admin@${host}`])
      await expect(open('nobody', url)).rejects.toThrow(/authorization/i);
  });
});

/** Makes one's own durable consumer and takes one message. */
async function take({ js, manager }: Nats, stream: string, name: string): Promise<string> {
  const { consumers } = await manager();
  await consumers.add(stream, { durable_name: name, ack_policy: 'explicit' });
  const message = await (await js.consumers.get(stream, name)).next({ expires: 1_000 });
  if (!message) throw new Error('nothing came');
  expect(await message.ackAck()).toBe(true);
  return message.string();
}

test('all this is as wide as what the services do, and no wider', () => {
  for (const name of serviceNames) {
    const source = globSync(`${root}services/${name}/src/**/*.ts`)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const all = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, first = '']) => first);
    const { tells = false, hears = [], watches = [], pushes, hearsPushes = false } = brokerGraph[name];
    expect({ name, tells }).toEqual({ name, tells: /startOutboxPublisher\(/.test(source) });
    const heardOf = all(/startConsumer\(\s*\{\s*owner: '(\w+)'/g);
    expect({ name, hears: [...hears].sort() }).toEqual({ name, hears: heardOf.sort() });
    const watched = all(new RegExp(`^ {2}'((?:${tellers.join('|')})\\.\\w+)',$`, 'gm'));
    expect({ name, watches: [...watches].sort() }).toEqual({ name, watches: watched.sort() });
    expect({ name, toRooms: pushes.includes('room') }).toEqual({ name, toRooms: /\.toRoom\(/.test(source) });
    expect({ name, toUsers: pushes.includes('user') }).toEqual({ name, toUsers: /\.toUser\(/.test(source) });
    expect({ name, hearsPushes }).toEqual({ name, hearsPushes: /new Pushes\(/.test(source) });
  }
});

test('the file for clusters says the same', () => {
  const file = `${root}charts/fifteen/files/nats-authorization.conf`;
  expect(readFileSync(file, 'utf8')).toBe(authorizationFile());
});
