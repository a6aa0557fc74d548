import { startJob, type ProcessContext } from '@fifteen/runtime';
import type { Parts } from './parts.ts';

/** Forgets the counts of days that are over. Every replica runs it. */
export function startSweeps({ db }: Parts, context: ProcessContext): void {
  const loop = startJob('counts of requests', 3_600_000, context.log, async () => {
    await db.query(`DELETE FROM asking WHERE day < (now() AT TIME ZONE 'UTC')::date`);
  });
  context.lifecycle.onStop('sweeps', () => loop.stop());
}
