import { sweep, type ServiceContext } from '@fifteen/runtime';
import type { Parts } from './parts.ts';

/** Forgets the counts of days that are over. Every replica runs it. */
export function startSweeps({ db }: Parts, context: ServiceContext): void {
  const loop = sweep('counts of requests', 3_600_000, context.log, async () => {
    await db.query(`DELETE FROM friend_request_quota WHERE day < (now() AT TIME ZONE 'UTC')::date`);
  });
  context.lifecycle.onStop('sweeps', () => loop.stop());
}
