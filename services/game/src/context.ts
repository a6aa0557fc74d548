import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import {
  connectRpc,
  createServiceContext,
  retryDuringOutage,
  startOutboxPublisher,
  type Calls,
  type ProcessContext,
  type ReplayableOutbox,
  type ServiceContext,
} from '@fifteen/runtime';
import type { GameConfig } from './config.ts';
import { DatabaseClock } from './db/database-clock.ts';
import type { StakeLimit } from './db/stake-limit.ts';
import { Heartbeats } from './domain/heartbeats.ts';
import type { Timings } from './domain/timings.ts';
import { LiveGames } from './live/live-games.ts';
import { createPlayStreams, type PlayStreams } from './live/play-streams.ts';

/** Dependencies and settings of all handlers and jobs. */
export interface AppContext extends ServiceContext {
  economy: Calls<typeof EconomyServiceDefinition>;
  outbox: ReplayableOutbox;
  clock: DatabaseClock;
  /** Reports of gateways since the last tick. */
  heartbeats: Heartbeats;
  liveGames: LiveGames;
  playStreams: PlayStreams;
  timings: Timings;
  /** The limit on the stakes of new players. */
  stakeLimit: StakeLimit;
  /** Milliseconds after which a game whose stakes are not held is called off. */
  fundingMs: number;
  /** Milliseconds without a tick that count as an outage. */
  outageMs: number;
  /** Milliseconds between the end of a game and the audit of its payout. */
  payoutAuditMs: number;
  /** Milliseconds between two passes of each job. */
  intervals: { clocks: number; stakes: number; fairPlay: number };
}

/** Connects to the database, the broker and economy, and creates the live games. */
export async function createContext(config: GameConfig, process: ProcessContext): Promise<AppContext> {
  const context = await createServiceContext('game', config, import.meta.url, process);
  const { db, nats, push, log } = context;
  const clock = new DatabaseClock();
  await retryDuringOutage(() => clock.sync(db));
  const economy = connectRpc(
    {
      name: 'economy',
      service: EconomyServiceDefinition,
      address: config.ECONOMY_ADDR,
      token: config.RPC_TOKEN,
    },
    process,
  );
  const outbox = startOutboxPublisher({ owner: 'game', db, nats, ephemeral: ['cancelled'] }, context);
  const timings = timingsOf(config);
  const heartbeats = new Heartbeats(config.EMPTY_GATEWAYS_SECONDS * 1_000);
  const liveGames = new LiveGames(
    { db, push, clock, timings, heartbeats },
    { cached: config.CACHED_GAMES, waiting: config.WAITING_MOVES },
  );
  return {
    ...context,
    ...{ economy: economy.calls, outbox, clock, heartbeats, timings },
    ...{ liveGames, playStreams: createPlayStreams(liveGames, log) },
    stakeLimit: {
      coins: config.STAKE_LIMIT_COINS,
      games: config.STAKE_LIMIT_GAMES,
      opponents: config.STAKE_LIMIT_OPPONENTS,
    },
    fundingMs: config.FUNDING_SECONDS * 1_000,
    payoutAuditMs: config.PAYOUT_AUDIT_SECONDS * 1_000,
    outageMs: config.OUTAGE_SECONDS * 1_000,
    intervals: {
      clocks: config.CLOCK_INTERVAL_SECONDS * 1_000,
      stakes: config.STAKE_INTERVAL_SECONDS * 1_000,
      fairPlay: config.FAIR_PLAY_INTERVAL_SECONDS * 1_000,
    },
  };
}

const timingsOf = (config: GameConfig): Timings => ({
  turn: config.TURN_SECONDS * 1_000,
  grace: config.GRACE_SECONDS * 1_000,
  autoMove: config.AUTO_MOVE_SECONDS * 1_000,
  botMin: config.BOT_MIN_SECONDS * 1_000,
  botMax: config.BOT_MAX_SECONDS * 1_000,
  stakeRetry: config.STAKE_RETRY_SECONDS * 1_000,
});
