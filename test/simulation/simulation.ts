import { createHash } from 'node:crypto';
import { onFailpoint } from '../../packages/runtime/src/failpoint.ts';
import { clock, virtualize } from './clock.ts';
import { CONVERGENCE_MS, hasConverged, isSettled } from './convergence.ts';
import { startGateways } from './gateways.ts';
import { checkDuring, checkEnd } from './invariants.ts';
import { createRecord, Player, playersOf } from './players.ts';
import { Postgres } from './postgres.ts';
import { Crash, Process } from './process.ts';
import type { Fault } from './random.ts';
import { Redis } from './redis.ts';
import { services } from './services.ts';
import { NOTIFY_OF_UNRECORDED_STARTS, observeUnrecordedStart } from './situations.ts';
import { World, type Servers } from './world.ts';

/** Milliseconds for which players play and faults happen. */
const PLAY_MS = 8_000;
/** Milliseconds after it within which the last games have to end, also those that both players left. */
const RECOVERY_MS = 40_000;
/** Intervals of checks, while players play and afterwards. */
const CHECK_MS = 2_000;
const POLL_MS = 100;

/** Runs between two restorations of the ledger. */
const RUNS = 40;
/** Tables of the ledger that keep what runs wrote. */
const LEDGER = [
  ...['account', 'journal_entry', 'transfer', 'stake', 'owned_item', 'unaudited_entry', 'allowed_transfer'],
  ...['grant_rule', 'audit_run', 'reward', 'audited_account', 'equipped_item', 'gift', 'weekly_reward'],
];

/** One run: a seed, without some of its faults. */
export interface Run {
  seed: number;
  /** Numbers of faults that do not happen. */
  without?: readonly number[];
}

export interface Result {
  defects: readonly string[];
  faults: readonly Fault[];
  events: ReadonlyMap<string, number>;
  /** Milliseconds from the last fault until all services agreed. */
  convergedMs: number;
  /** Hash of all that happened: the same for the same run. */
  hash: string;
}

/** Runs seeds one after the other in this process. */
export class Simulation {
  readonly #servers: Servers;
  #world: World | undefined;
  /** Wallets that runs used since the ledger was restored. */
  #used: Set<number> | undefined;

  private constructor(servers: Servers) {
    this.#servers = servers;
  }

  /** Replaces the time of this process, and starts the databases: what they hold from the beginning has its time, too. */
  static async start(): Promise<Simulation> {
    virtualize();
    const postgres = {
      room: await Postgres.start('room', { notify: NOTIFY_OF_UNRECORDED_STARTS }),
      // Before the first report ever, an outage of the gateways is not known to be one; games come later.
      game: await Postgres.start('game', { prepare: reportGateways }),
      // The ledger forbids to delete: each run has wallets of its own.
      economy: await Postgres.start('economy', { prepare: openWallets, kept: LEDGER }),
    };
    const redis = await Redis.start();
    const simulation = new Simulation({ postgres, redis });
    postgres.room.onNotification((gameId) => {
      if (simulation.#world) observeUnrecordedStart(simulation.#world, gameId);
    });
    onFailpoint((name) => simulation.#world?.reach(name));
    process.on('unhandledRejection', (error) => {
      if (!(error instanceof Crash)) simulation.#world?.defect('unhandled rejection', error);
    });
    return simulation;
  }

  async run({ seed, without = [] }: Run): Promise<Result> {
    clock.reset(seed);
    const wallets = seed % RUNS;
    this.#reset(wallets);
    const coins = playersOf(wallets);
    const world = new World(seed, without, this.#servers, services);
    this.#world = world;
    const record = createRecord();
    world.start();
    startGateways(world, PLAY_MS);
    world.planFaults(PLAY_MS);
    for (const id of coins.keys()) {
      const player = new Player(id, world, record);
      Process.outside(() => void player.play(PLAY_MS));
    }
    while (clock.elapsed < PLAY_MS) {
      await clock.runUntil(clock.elapsed + CHECK_MS);
      checkDuring(world);
    }
    world.faults.end();
    const convergedMs = await this.#recover(world);
    checkEnd(world, record, coins);
    for (const { name } of world.faults.happened) world.saw(name);
    const happened = JSON.stringify([
      world.faults.happened,
      [...world.events],
      world.defects,
      clock.random.next(),
    ]);
    const hash = createHash('sha256').update(happened).digest('hex').slice(0, 16);
    world.close();
    if (world.defects.length > 0) this.#used = undefined;
    return { defects: world.defects, faults: world.faults.happened, events: world.events, convergedMs, hash };
  }

  /** Runs until all games have ended. Returns the milliseconds from the last fault until all services agreed. */
  async #recover(world: World): Promise<number> {
    const until = PLAY_MS + RECOVERY_MS;
    await clock.runUntil(Math.max(PLAY_MS, world.healedAt));
    const healedAt = clock.elapsed;
    while (clock.elapsed < until && !hasConverged(world)) await clock.runUntil(clock.elapsed + POLL_MS);
    const convergedMs = clock.elapsed - healedAt;
    if (convergedMs > CONVERGENCE_MS)
      world.defect(`the services agreed ${convergedMs} ms after the last fault`);
    while (clock.elapsed < until && !isSettled(world)) await clock.runUntil(clock.elapsed + CHECK_MS);
    return convergedMs;
  }

  /** Restores the databases. The ledger is restored when it is not known, or when these wallets were used before. */
  #reset(wallets: number): void {
    const { room, game, economy } = this.#servers.postgres;
    this.#servers.redis.reset();
    room.clear();
    game.clear();
    if (this.#used && !this.#used.has(wallets)) economy.clear();
    else {
      for (const postgres of [room, game, economy]) postgres.restore();
      this.#used = new Set();
    }
    this.#used.add(wallets);
  }
}

function reportGateways(game: Postgres): void {
  game.query('UPDATE game_clock SET gateway_at = tick_at');
}

function openWallets(economy: Postgres): void {
  const players = Array.from({ length: RUNS }, (_, run) => [...playersOf(run)]).flat();
  for (const [userId, coins] of players) {
    economy.query('SELECT * FROM signup($1)', [userId]);
    if (coins > 1_000) economy.query('SELECT * FROM top_up($1, $2, $3)', [userId, coins - 1_000, userId]);
  }
}
