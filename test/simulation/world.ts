import type { PushBody } from '@fifteen/runtime';
import { Broker } from './broker.ts';
import { clock, wait } from './clock.ts';
import { stopDatabase } from './database.ts';
import { Network } from './network.ts';
import { Outages } from './outages.ts';
import type { Postgres } from './postgres.ts';
import type { Redis } from './redis.ts';
import { Process } from './process.ts';
import { Faults, mix, Random } from './random.ts';

/** The services that keep their state in PostgreSQL. */
export type Stored = 'room' | 'game' | 'economy';
export type Service = Stored | 'matchmaking';

/** What outlives the processes of a run. */
export interface Servers {
  postgres: Readonly<Record<Stored, Postgres>>;
  redis: Redis;
}

export type Start = (process: Process, world: World) => Promise<void>;

/** Replicas of each service. Those of economy share nothing but their database. */
const REPLICAS: Readonly<Record<Service, number>> = { room: 2, game: 2, economy: 1, matchmaking: 2 };
/** Failpoints that each run passes many times, those that few runs pass, and those between them and the others. */
const FREQUENT: ReadonlySet<string> = new Set([
  ...['game.move.after-commit', 'room.expire-rematches.after-commit', 'room.close-idle-rooms.after-commit'],
  ...['room.create-room.after-commit', 'room.leave-room.after-commit'],
]);
const RARE: ReadonlySet<string> = new Set([
  ...['matchmaking.after-pair', 'matchmaking.before-commit'],
  ...['room.cancel-round.after-commit', 'room.finish-round.after-commit'],
  ...['room.request-rematch.after-commit', 'room.accept-rematch.after-commit'],
  ...['game.cancel.after-commit', 'game.finish.before-settle'],
  ...['economy.void-stake.before-commit', 'economy.void-stake.after-commit'],
  ...['economy.finish-stake.before-commit', 'economy.finish-stake.after-commit'],
]);
const OCCASIONAL: ReadonlySet<string> = new Set([
  'game.create.after-open',
  ...['economy.send-gift.before-commit', 'economy.send-gift.after-commit'],
]);

function crashRate(failpoint: string): number {
  if (FREQUENT.has(failpoint)) return 0.02;
  if (RARE.has(failpoint)) return 0.35;
  return OCCASIONAL.has(failpoint) ? 0.2 : 0.12;
}

/** After a playing round was called off because its game does not exist: here games are never lost. */
const CALLED_OFF = 'room.call-off-round.after-commit';

/** Milliseconds until a crashed process is replaced. */
const RESTART_MS = [200, 2_000] as const;

/** Everything of one run: processes, their connections, and what happened. */
export class World {
  readonly servers: Servers;
  readonly faults: Faults;
  /** Delays, and the choices of the players. */
  readonly noise: Random;
  readonly network = new Network(this);
  readonly broker = new Broker(this);
  readonly outages: Outages;
  /** What went wrong: the run has failed when there is any. */
  readonly defects: string[] = [];
  /** How often each event of interest happened. */
  readonly events = new Map<string, number>();
  /** Listeners to pushes, by user or room. */
  readonly pushListeners: ((kind: 'user' | 'room', id: string, body: PushBody) => void)[] = [];
  readonly #starts: Readonly<Record<Service, Start>>;
  readonly #processes = new Set<Process>();
  readonly #onClose: (() => Promise<unknown>)[] = [];
  #count = 0;
  #healedAt = 0;

  constructor(seed: number, without: readonly number[], servers: Servers, starts: Record<Service, Start>) {
    this.servers = servers;
    this.faults = new Faults(seed, without);
    this.noise = new Random(mix(seed, 1));
    this.#starts = starts;
    this.outages = new Outages(this);
  }

  /** Starts all replicas. */
  start(): void {
    for (const service of Object.keys(this.#starts) as Service[])
      for (let replica = 0; replica < REPLICAS[service]; replica += 1) this.#spawn(service);
  }

  /** When the last fault so far is over, in milliseconds of the run. */
  get healedAt(): number {
    return this.#healedAt;
  }

  /** Calls the listener after the run. */
  onClose(listener: () => Promise<unknown>): void {
    this.#onClose.push(listener);
  }

  close(): void {
    for (const listener of this.#onClose) void listener();
  }

  saw(event: string): void {
    this.events.set(event, (this.events.get(event) ?? 0) + 1);
  }

  defect(text: string, error?: unknown): void {
    const cause =
      error instanceof Error
        ? (error.stack ?? error.message)
        : error === undefined
          ? ''
          : JSON.stringify(error);
    this.defects.push(`${(clock.elapsed / 1_000).toFixed(3)} s: ${text}${cause && `: ${cause}`}`);
  }

  pushed(kind: 'user' | 'room', id: string, body: PushBody): void {
    for (const listener of this.pushListeners) listener(kind, id, body);
  }

  /** Crashes a process; another takes its place after `ms` milliseconds. */
  crash(process: Process, ms = this.noise.between(...RESTART_MS)): void {
    if (!process.isAlive) return;
    process.crash();
    this.#processes.delete(process);
    const { service } = process;
    if (!(service in this.#starts)) return;
    Process.outside(() => clock.after(this.#lasting(ms), () => this.#spawn(service as Service)));
  }

  /** A failpoint of the running process. */
  reach(name: string): void {
    const process = Process.current();
    if (!process?.isAlive) return;
    if (name === CALLED_OFF) this.defect('a round was called off for want of its game');
    if (!this.faults.happens(`crash at ${name}`, crashRate(name))) return;
    this.crash(process);
    process.assertAlive();
  }

  /** Plans the faults that are injected by the clock, until `until`. */
  planFaults(until: number): void {
    const { faults, noise, broker, network, servers } = this;
    const plan = (name: string, usual: number, most: number, inject: () => void): void => {
      for (let index = 0; index < most; index += 1) {
        const at = noise.between(300, until);
        if (faults.happens(name, usual)) clock.after(at, inject);
      }
    };
    const stored = ['room', 'game', 'economy'] as const;
    const duration = (): number => this.#lasting(noise.between(200, 3_000));
    /** Most of these are longer than a turn. */
    const outageOfPlay = (): number => this.#lasting(noise.between(500, 4_000));
    plan('process killed', 0.3, 3, () => {
      const alive = [...this.#processes].filter(({ service }) => service in this.#starts);
      if (alive.length > 0) this.crash(noise.pick(alive));
    });
    plan('service killed', 0.2, 1, () => {
      const service = noise.pick([...stored, 'matchmaking'] as const);
      for (const process of [...this.#processes]) if (process.service === service) this.crash(process);
    });
    plan('game service unavailable', 0.2, 1, () => {
      const ms = outageOfPlay();
      for (const process of [...this.#processes]) if (process.service === 'game') this.crash(process, ms);
    });
    plan('database unavailable', 0.2, 1, () =>
      stopDatabase(servers.postgres[noise.pick(stored)], duration()),
    );
    plan('services partitioned', 0.3, 2, () => {
      const [from, to] = noise.pick([
        ...[
          ['room', 'game'],
          ['room', 'economy'],
          ['game', 'economy'],
          ['economy', 'game'],
        ],
        ...[
          ['gateway', 'game'],
          ['gateway', 'room'],
          ['gateway', 'economy'],
          ['gateway', 'matchmaking'],
          ['matchmaking', 'room'],
        ],
      ] as const) as [string, string];
      network.partition(from, to, duration());
    });
    plan('gateways unavailable', 0.2, 1, () => {
      const ms = outageOfPlay();
      network.partition('player', 'gateway', ms);
      network.partition('gateway', 'game', ms);
    });
    plan('ingress unavailable', 0.2, 1, () => network.partition('player', 'gateway', outageOfPlay()));
    plan('broker unavailable', 0.2, 1, () => broker.stop(duration(), false));
    plan('redis unavailable', 0.2, 1, () => servers.redis.stop(duration()));
    plan('redis lost its data', 0.2, 1, () => servers.redis.loseData());
    plan('broker lost its data', 0.15, 1, () => broker.stop(duration(), true));
  }

  /** Notes that a fault begins now. Returns its milliseconds. */
  #lasting(ms: number): number {
    this.#healedAt = Math.max(this.#healedAt, clock.elapsed + ms);
    return ms;
  }

  #spawn(service: Service): void {
    const process = new Process(service, (this.#count += 1));
    this.#processes.add(process);
    const start = async (): Promise<void> => {
      while (process.isAlive) {
        try {
          return await this.#starts[service](process, this);
        } catch {
          // As its supervisor would: the database was unavailable.
          await wait(500);
        }
      }
    };
    Process.outside(() => process.run(() => void start()));
  }
}
