import { startStack, type Stack } from '@fifteen/testkit/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** With a database, with a first pass of its clocks too, and with the broker alone. */
const SERVICES = ['social', 'game', 'matchmaking'] as const;
/** Limit for the recovery from a fault (docs/spec/guarantees.md, P7). */
const RECOVERY_MS = 30_000;
/** Longer than some attempts. */
const OUTAGE_MS = 3_000;
const LIMIT_MS = 120_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ own: true, services: SERVICES });
}, LIMIT_MS);
afterAll(() => stack.stop());

type Replica = ReturnType<Stack['service']>[number];

const replicas = (): Replica[] => SERVICES.flatMap((name) => stack.service(name));
const withDatabase = (): Replica[] => [...stack.service('social'), ...stack.service('game')];
const stopAll = () => Promise.all(replicas().map((replica) => replica.stop()));

/** Returns the messages of the warnings and errors since the start of a process. */
const warnings = ({ output }: Replica): string[] =>
  [...output.matchAll(/"level":"(?:warn|error|fatal)".*"msg":"([^"]*)"/g)].map(([, message = '']) => message);

/** Waits until each process has logged these warnings, and no others. */
const expectWarnings = (of: readonly Replica[], expected: readonly string[]): Promise<void> =>
  expect.poll(() => of.map(warnings), { timeout: RECOVERY_MS }).toEqual(of.map(() => expected));

const metricsOf = async (name: string): Promise<string> => {
  const [, url = ''] = Object.entries(stack.metrics).find(([process]) => process.startsWith(name)) ?? [];
  return (await fetch(url)).text();
};

test(
  'services that start during an outage wait for its end',
  async () => {
    const { postgres, nats } = stack.servers;
    await stopAll();
    await Promise.all([postgres.kill(), nats.kill()]);
    const starts = Promise.all(replicas().map((replica) => replica.start()));
    await expectWarnings(withDatabase(), ['database unavailable']);
    await expectWarnings(stack.service('matchmaking'), ['broker unavailable']);
    const before = stack.pids();
    await sleep(OUTAGE_MS);
    expect(await metricsOf('social')).toContain('fifteen_dependency_up{dependency="postgres"} 0');
    expect(await metricsOf('matchmaking')).toContain('fifteen_dependency_up{dependency="nats"} 0');

    await postgres.restart();
    await expectWarnings(withDatabase(), ['database unavailable', 'broker unavailable']);
    await sleep(OUTAGE_MS);
    await nats.restart();
    const end = Date.now();
    await starts;
    expect(Date.now() - end).toBeLessThan(RECOVERY_MS);
    expect(stack.pids()).toMatchObject(before);
    await expectWarnings(stack.service('social'), ['database unavailable', 'broker unavailable']);
    expect(await metricsOf('matchmaking')).toContain('fifteen_dependency_up{dependency="nats"} 1');
  },
  LIMIT_MS,
);

test(
  'a stop signal ends the wait at once',
  async () => {
    const { postgres, nats } = stack.servers;
    await stopAll();
    await Promise.all([postgres.kill(), nats.kill()]);
    const starts = Promise.allSettled(replicas().map((replica) => replica.start()));
    await expect.poll(() => replicas().every((replica) => warnings(replica).length > 0)).toBe(true);
    const signal = Date.now();
    await stopAll();
    expect(Date.now() - signal).toBeLessThan(5_000);
    expect(await Promise.all(replicas().map(({ exit }) => exit))).toEqual(replicas().map(() => 0));
    await starts;
    await Promise.all([postgres.restart(), nats.restart()]);
  },
  LIMIT_MS,
);

test(
  'a name that does not resolve is an outage',
  async () => {
    const [replica] = stack.service('matchmaking') as [Replica];
    await replica.stop();
    const start = replica.start({ NATS_URL: 'nats://broker.invalid:4222' });
    await expectWarnings([replica], ['broker unavailable']);
    await Promise.allSettled([start, replica.stop()]);
    expect(await replica.exit).toBe(0);
  },
  LIMIT_MS,
);

/** Returns the address with a part changed. */
const changed = (url: string, part: 'password' | 'pathname'): string =>
  Object.assign(new URL(url), { [part]: 'wrong' }).href;

test.each([
  [
    'password',
    'social',
    () => ({ POSTGRES_URL: changed(databaseUrl('social'), 'password') }),
    /password authentication failed/,
  ],
  [
    'database',
    'social',
    () => ({ POSTGRES_URL: changed(databaseUrl('social'), 'pathname') }),
    /does not exist/,
  ],
  ['schema', 'social', () => ({ POSTGRES_URL: databaseUrl('game') }), /schema is older/],
  [
    'password of the broker',
    'matchmaking',
    () => ({ NATS_URL: changed(stack.servers.nats.url, 'password') }),
    /Authorization Violation/,
  ],
] as const)(
  'a wrong %s ends the process with its error',
  async (_, service, env, error) => {
    const [replica] = stack.service(service) as [Replica];
    await replica.stop();
    await expect(replica.start(env())).rejects.toThrow(error);
    expect(await replica.exit).toBe(1);
    expect(warnings(replica)).toContain('service failed to start');
  },
  LIMIT_MS,
);

function databaseUrl(service: 'social' | 'game'): string {
  const database = stack.databases[service];
  if (!database) throw new Error(`${service} has no database`);
  return database.url;
}
