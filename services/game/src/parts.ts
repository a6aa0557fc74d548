import type { EconomyService } from '@fifteen/proto/economy';
import type { Calls, Database, Log, Pusher, Outbox } from '@fifteen/runtime';
import type { DatabaseClock } from './database-clock.ts';
import type { Now } from './decide.ts';
import type { Pace } from './pace.ts';

/** What the service's acts stand on. */
export interface Parts {
  db: Database;
  clock: DatabaseClock;
  economy: Calls<EconomyService>;
  push: Pusher;
  relay: Outbox;
  log: Log;
  pace: Pace;
  /** Milliseconds that stakes may take before a game is called off. */
  fundingMs: number;
}

/** Here and now, for a decision. */
export const now = ({ clock, pace }: Parts): Now => ({ at: clock.now(), pace, random: Math.random });
