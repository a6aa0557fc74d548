import type { Random } from '@fifteen/testkit';
import type { Stack } from '@fifteen/testkit/stack';
import { serviceNames, type ServiceName } from '@fifteen/topology';
import { globSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../lib/root.ts';

/** Longest time for which a process is suspended: shorter than a turn, longer than the timeouts of calls. */
const SUSPENDED_MS = 8_000;
/** Passes of a failpoint before it kills. */
const PASSES = 2;
/** Failpoints that the players of a run reach all the time: of games, and of the coins that they pay, win and give. */
const REACHED =
  /^(game|room|matchmaking|leaderboard)\.|^economy\.(\w+-stake|buy-item|send-gift|pay-weekly-reward)\./;
/** Of the killed processes that start again with a failpoint. */
const ARMED = 0.6;

type Replica = ReturnType<Stack['service']>[number];

/** Returns the reached failpoints of a service, as its sources name them. Those of commands follow from the commands' names. */
function failpointsOf(service: ServiceName): string[] {
  const sources = globSync(`services/${service}/src/**/*.ts`, { cwd: root }).map((file) =>
    readFileSync(`${root}/${file}`, 'utf8'),
  );
  const names = sources.flatMap((text) =>
    [...text.matchAll(/failpoint\('([^']+)'\)/g)].map(([, name = '']) => name),
  );
  const families = sources.flatMap((text) =>
    [...text.matchAll(/failpoint\(`([^`]+)`\)/g)].map(([, name = '']) => name),
  );
  const commands = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\btransact\(\s*\w+,\s*'([^']+)'/g)].map(([, name = '']) => name),
    ),
  );
  const all = [
    ...names,
    ...families.flatMap((family) => [...commands].map((name) => family.replace(/\$\{\w+\}/, name))),
  ];
  return all.filter((name) => REACHED.test(name));
}

/** Kills and suspends the processes of services, at random moments and at failpoints. */
export class Processes {
  /** Kills at random moments, and kills by failpoints, by name. */
  readonly kills = new Map<string, number>();
  readonly #stack: Stack;
  readonly #random: Random;
  readonly #busy = new Set<Replica>();
  readonly #failpoints = new Map(serviceNames.map((name) => [name, failpointsOf(name)]));

  constructor(stack: Stack, random: Random) {
    this.#stack = stack;
    this.#random = random;
  }

  /** Kills a process and starts it, often with a failpoint that kills it again. */
  async kill(): Promise<string> {
    return this.#withReplica(async (replica, service) => {
      await replica.kill();
      this.#count('random');
      const names = this.#failpoints.get(service) ?? [];
      if (names.length === 0 || !this.#random.isTrue(ARMED)) {
        await startUntilReady(replica);
        return replica.name;
      }
      const name = this.#random.pick(names);
      await startUntilReady(replica, { FAILPOINT: `${name}:${1 + this.#random.int(PASSES)}` });
      const { exit } = replica;
      void exit.then((how) => {
        if (how === 'SIGKILL' && !this.#busy.has(replica)) this.#count(name);
      });
      return `${replica.name}, armed with ${name}`;
    });
  }

  /** Suspends a process, like a machine that hangs. */
  async suspend(): Promise<string> {
    return this.#withReplica(async (replica) => {
      const ms = 500 + this.#random.int(SUSPENDED_MS);
      await replica.pause();
      await sleep(ms);
      await replica.resume();
      return `${replica.name} for ${ms} ms`;
    });
  }

  /** Waits until all processes serve. */
  async healed(): Promise<void> {
    const all = serviceNames.flatMap((name) => this.#stack.service(name));
    while (!all.every(isReady)) await sleep(100);
  }

  async #withReplica(work: (replica: Replica, service: ServiceName) => Promise<string>): Promise<string> {
    const service = this.#random.pick(serviceNames);
    const replica = this.#random.pick(this.#stack.service(service));
    if (this.#busy.has(replica) || !isReady(replica)) return '';
    this.#busy.add(replica);
    try {
      return await work(replica, service);
    } finally {
      this.#busy.delete(replica);
    }
  }

  #count(what: string): void {
    this.kills.set(what, (this.kills.get(what) ?? 0) + 1);
  }
}

const isReady = ({ pid, output }: Replica): boolean => pid !== undefined && output.includes('"msg":"ready"');

/** Starts a process, again until it serves: what it needs may be away. */
async function startUntilReady(replica: Replica, env: Readonly<Record<string, string>> = {}): Promise<void> {
  while (!isReady(replica)) await replica.start(env).catch(() => undefined);
}
