import type { Database, Pusher } from '@fifteen/runtime';

/** What every act stands on. */
export interface Parts {
  db: Database;
  push: Pusher;
  /** PLAYER_LIMIT_SCALE: multiplies the limits of one player. */
  playerScale: number;
}
