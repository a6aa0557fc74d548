import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { GameServiceDefinition } from '@fifteen/proto/game';
import { IdentityServiceDefinition } from '@fifteen/proto/identity';
import {
  connectRpc,
  createServiceContext,
  startOutboxPublisher,
  type Calls,
  type ProcessContext,
  type ReplayableOutbox,
  type ServiceContext,
} from '@fifteen/runtime';
import type { LeaderboardConfig } from './config.ts';
import type { WeeklyLeaderboardRules } from './domain/weekly-leaderboard-rules.ts';

/** Everything a handler or job may use. */
export interface AppContext extends ServiceContext {
  economy: Calls<typeof EconomyServiceDefinition>;
  game: Calls<typeof GameServiceDefinition>;
  identity: Calls<typeof IdentityServiceDefinition>;
  outbox: ReplayableOutbox;
  rules: WeeklyLeaderboardRules;
  /** Milliseconds from the end of a week to the first attempt to close it. */
  closeAfterMs: number;
  /** Milliseconds between two passes of the jobs that close weeks, and that compare the running one. */
  intervals: { closing: number; comparison: number };
}

/** Connects to the database, the broker and the upstream services, and starts to publish events. */
export async function createContext(config: LeaderboardConfig, process: ProcessContext): Promise<AppContext> {
  const context = await createServiceContext('leaderboard', config, import.meta.url, process);
  const { db, nats } = context;
  return {
    ...context,
    ...connectUpstreams(config, process),
    outbox: startOutboxPublisher({ owner: 'leaderboard', db, nats, ephemeral: ['record_changed'] }, context),
    rules: {
      sameNetworkCounts: config.SAME_NETWORK_COUNTS,
      winsPerOpponent: config.WINS_PER_OPPONENT,
      rewardOpponents: config.REWARD_OPPONENTS,
      largeWeekPlayers: config.LARGE_WEEK_PLAYERS,
      rewardOpponentsInSmallWeek: config.REWARD_OPPONENTS_IN_SMALL_WEEK,
    },
    closeAfterMs: config.CLOSE_AFTER_SECONDS * 1_000,
    intervals: {
      closing: config.CLOSE_INTERVAL_SECONDS * 1_000,
      comparison: config.COMPARE_SECONDS * 1_000,
    },
  };
}

function connectUpstreams(config: LeaderboardConfig, process: ProcessContext) {
  const token = config.RPC_TOKEN;
  const economy = connectRpc(
    { name: 'economy', service: EconomyServiceDefinition, address: config.ECONOMY_ADDR, token },
    process,
  );
  const game = connectRpc(
    { name: 'game', service: GameServiceDefinition, address: config.GAME_ADDR, token },
    process,
  );
  const identity = connectRpc(
    { name: 'identity', service: IdentityServiceDefinition, address: config.IDENTITY_ADDR, token },
    process,
  );
  return { economy: economy.calls, game: game.calls, identity: identity.calls };
}
