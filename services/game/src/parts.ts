import type { EconomyService } from '@fifteen/proto/economy';
import type { Calls, Database, Log, Pusher, ReplayableOutbox } from '@fifteen/runtime';
import type { DatabaseClock } from './database-clock.ts';
import type { Now } from './decide.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { Pace } from './pace.ts';
import type { StakeLimit } from './standing.ts';

/** What the service's acts stand on. */
export interface Parts {
  db: Database;
  clock: DatabaseClock;
  economy: Calls<EconomyService>;
  push: Pusher;
  relay: ReplayableOutbox;
  log: Log;
  pace: Pace;
  /** The limit on the stakes of new players. */
  stakeLimit: StakeLimit;
  /** What gateways reported since the last tick. */
  heartbeats: Heartbeats;
  /** Milliseconds that stakes may take before a game is called off. */
  fundingMs: number;
}

/** Here and now, for a decision. */
export const now = ({ clock, pace }: Parts): Now => ({ at: clock.now(), pace, random: Math.random });
