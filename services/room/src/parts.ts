import type { GameService } from '@fifteen/proto/game';
import type { Calls, Database, Log, Pusher } from '@fifteen/runtime';

/** What every act on a room needs. */
export interface Parts {
  db: Database;
  game: Calls<typeof GameService>;
  push: Pusher;
  log: Log;
}
