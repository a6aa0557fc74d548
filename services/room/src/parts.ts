import type { EconomyService } from '@fifteen/proto/economy';
import type { GameService } from '@fifteen/proto/game';
import type { Calls, Database, Log, Pusher } from '@fifteen/runtime';
import type { Countdowns } from './countdown.ts';

/** What every act on a room needs. */
export interface Parts {
  db: Database;
  game: Calls<typeof GameService>;
  economy: Calls<typeof EconomyService>;
  push: Pusher;
  /** Milliseconds for which a computer opponent is announced. */
  announceMs: number;
  countdowns: Countdowns;
  log: Log;
}
