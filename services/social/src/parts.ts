import type { Database, Pusher } from '@fifteen/runtime';

/** What every act stands on. */
export interface Parts {
  db: Database;
  push: Pusher;
}
