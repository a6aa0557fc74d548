import type { Random } from '@fifteen/testkit';
import type { Stack } from '@fifteen/testkit/stack';
import { serviceNames, type ServiceName } from '@fifteen/topology';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failpoints } from './failpoints.ts';

/** Longest time for which a process is suspended: shorter than a turn, longer than the timeouts of calls. */
const SUSPENDED_MS = 8_000;
/** Longest time for which a cluster without power is away. */
const AWAY_MS = 3_000;
/** Of the processes that a failpoint killed, those that start again with another one. */
const REARMED = 0.5;
/**
 * Where processes die while a week closes: each of these services has two replicas. The order is that of all services, in
 * which a loss of power waits for them, too.
 */
const CLOSING: Partial<Record<ServiceName, readonly [string, string]>> = {
  economy: ['economy.pay-weekly-reward.before-commit', 'economy.pay-weekly-reward.after-commit'],
  leaderboard: ['leaderboard.week.after-freeze', 'leaderboard.reward.after-pay'],
};
/** Time from arming these processes until they have died or are no longer waited for: a fault may delay the close. */
const CLOSED_MS = 45_000;

type Replica = ReturnType<Stack['service']>[number];
type Exit = Awaited<Replica['exit']>;
type Env = Readonly<Record<string, string>>;

/** Kills and suspends the processes of services, at random moments and at failpoints. */
export class Processes {
  readonly #stack: Stack;
  readonly #random: Random;
  readonly #failpoints: Failpoints;
  readonly #services: ReadonlyMap<Replica, ServiceName>;
  readonly #busy = new Set<Replica>();
  /** The failpoint of each process that runs with one. */
  readonly #armed = new Map<Replica, string>();
  #randomKills = 0;
  #killedAt = -Infinity;
  #isOver = false;

  constructor(stack: Stack, random: Random) {
    this.#stack = stack;
    this.#random = random;
    this.#failpoints = new Failpoints(random);
    this.#services = new Map(
      serviceNames.flatMap((name) => stack.service(name).map((replica) => [replica, name])),
    );
    stack.supervise(() => undefined, this.#afterCrash);
  }

  /** Kills at random moments, and kills by failpoints, by name. */
  get kills(): Readonly<Record<string, number>> {
    return { random: this.#randomKills, ...Object.fromEntries(this.#failpoints.kills) };
  }

  /**
   * When the last process was killed, or the servers of a loss of power were started, by `performance.now()`. The start
   * of the processes is their recovery.
   */
  get killedAt(): number {
    return this.#killedAt;
  }

  /** The names of the processes that do not serve. */
  get missing(): string[] {
    return [...this.#services.keys()].filter(({ isReady }) => !isReady).map(({ name }) => name);
  }

  /** Kills a process and starts it with a failpoint that kills it again. */
  async kill(): Promise<string> {
    return this.#withReplica(async (replica, service) => {
      const failpoint = this.#failpoints.choose(service);
      await this.#killAndStart(replica, failpoint);
      return failpoint ? `${replica.name}, armed with ${failpoint}` : replica.name;
    });
  }

  /**
   * Restarts the services that close a week, so that each of their replicas dies while it does; no other fault kills them
   * meanwhile. Returns the failpoints that killed, empty for none.
   */
  async killAtClose(): Promise<string> {
    const points = Object.values(CLOSING).flat();
    const killsBefore = this.#failpoints.kills;
    const hasKilled = (point: string) => this.#failpoints.kills.get(point) !== killsBefore.get(point);
    const held: Replica[] = [];
    try {
      for (const [service, values] of Object.entries(CLOSING))
        for (const [index, replica] of this.#stack.service(service as ServiceName).entries()) {
          while (this.#busy.has(replica)) await sleep(50);
          this.#busy.add(replica);
          held.push(replica);
          await this.#killAndStart(replica, values[index], 1);
        }
      const until = Date.now() + CLOSED_MS;
      while (!points.every(hasKilled) && Date.now() < until) await sleep(50);
      return points.filter(hasKilled).join(', ');
    } finally {
      for (const replica of held) this.#busy.delete(replica);
    }
  }

  /**
   * Kills all processes and servers at once, as when the whole cluster loses power. What was written to its disks survives.
   * Those that a failpoint had killed before are started by their supervisor.
   */
  async killAll(killServers: () => Promise<() => Promise<void>>): Promise<string> {
    const all = [...this.#services.keys()];
    for (const replica of all) {
      while (this.#busy.has(replica)) await sleep(50);
      this.#busy.add(replica);
    }
    try {
      const running = all.filter(({ isReady }) => isReady);
      const [startServers] = await Promise.all([killServers(), ...all.map((replica) => replica.kill())]);
      this.#randomKills += running.length;
      const ms = this.#random.int(AWAY_MS);
      await sleep(ms);
      await startServers();
      this.#killedAt = performance.now();
      await Promise.all(running.map((replica) => startUntilReady(replica, this.#arm(replica, undefined))));
      return `${running.length} processes and all servers for ${ms} ms`;
    } finally {
      for (const replica of all) this.#busy.delete(replica);
    }
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

  /** Arms no further process, and waits until all serve. */
  async healed(): Promise<void> {
    this.#isOver = true;
    const all = serviceNames.flatMap((name) => this.#stack.service(name));
    while (!all.every(({ isReady }) => isReady)) await sleep(100);
  }

  async #killAndStart(replica: Replica, failpoint: string | undefined, pass?: number): Promise<void> {
    await replica.kill();
    this.#killedAt = performance.now();
    this.#randomKills += 1;
    await startUntilReady(replica, this.#arm(replica, failpoint, pass));
  }

  /** Returns the environment of a process that starts after a crash: only failpoints crash processes. */
  readonly #afterCrash = (replica: Replica, exit: Exit): Env => {
    const service = this.#services.get(replica);
    const failpoint = this.#armed.get(replica);
    if (failpoint && exit === 'SIGKILL') this.#failpoints.countKill(failpoint);
    const isArmed = service && !this.#isOver && this.#random.isTrue(REARMED);
    return this.#arm(replica, isArmed ? this.#failpoints.choose(service) : undefined);
  };

  #arm(replica: Replica, failpoint: string | undefined, pass?: number): Env {
    this.#armed.delete(replica);
    if (!failpoint) return {};
    this.#armed.set(replica, failpoint);
    return { FAILPOINT: this.#failpoints.arm(failpoint, pass) };
  }

  async #withReplica(work: (replica: Replica, service: ServiceName) => Promise<string>): Promise<string> {
    const service = this.#random.pick(serviceNames);
    const replica = this.#random.pick(this.#stack.service(service));
    if (this.#busy.has(replica) || !replica.isReady) return '';
    this.#busy.add(replica);
    try {
      return await work(replica, service);
    } finally {
      this.#busy.delete(replica);
    }
  }
}

/** Starts a process, again until it serves: what it needs may be away. */
async function startUntilReady(replica: Replica, env: Env): Promise<void> {
  while (!replica.isReady) await replica.start(env).catch(() => undefined);
}
