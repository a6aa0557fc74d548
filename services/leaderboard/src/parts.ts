import type { EconomyService } from '@fifteen/proto/economy';
import type { GameService } from '@fifteen/proto/game';
import type { IdentityService } from '@fifteen/proto/identity';
import type { Calls, Database, Log, Pusher, OutboxPublisher } from '@fifteen/runtime';

/** What counts for a week and its rewards, as far as it can be configured (reliability 1.8). */
export interface WeekRules {
  readonly sameNetworkCounts: boolean;
  readonly winsAPair: number;
  readonly prizeOpponents: number;
  readonly prizePlayers: number;
  readonly prizeOpponentsOfFew: number;
}

/** What the service's acts stand on. */
export interface Parts {
  readonly db: Database;
  readonly economy: Calls<typeof EconomyService>;
  readonly game: Calls<typeof GameService>;
  readonly identity: Calls<typeof IdentityService>;
  readonly push: Pusher;
  readonly relay: OutboxPublisher;
  readonly log: Log;
  readonly rules: WeekRules;
  /** Milliseconds from the end of a week to the first try to close it. */
  readonly closeAfterMs: number;
}
