import type { Sql } from '@fifteen/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMintsAndSinks } from '../src/metrics.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ replicas: 1 });
});
afterAll(() => harness.stop());

/** A step of a plan, as EXPLAIN ANALYZE returns it. */
interface PlanStep {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanStep[];
}

/** Returns the number of rows that the steps of a plan have read. */
const rowsRead = (step: PlanStep): number =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'] +
  (step.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);

it('reads few of ten thousand accounts for the totals of mints and sinks', async () => {
  await harness.owner.query(
    `INSERT INTO account (id, kind) SELECT 'u:user-' || n, 'user' FROM generate_series(1, 10000) n`,
  );
  await harness.owner.query('VACUUM (ANALYZE) account');
  let read = 0;
  const explaining: Sql = {
    query: async (statement, values) => {
      const { rows } = await harness.sql.query<{ 'QUERY PLAN': { Plan: PlanStep }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${statement as string}`,
      );
      read += rowsRead(rows[0]!['QUERY PLAN'][0]!.Plan);
      return harness.sql.query(statement, values);
    },
  };
  const totals = await readMintsAndSinks(explaining);
  const reasons = totals.map(({ kind, reason }) => `${kind}:${reason}`).toSorted();
  expect(reasons).toEqual(['mint:ai', 'mint:signup', 'mint:topup', 'mint:weekly', 'sink:guest', 'sink:shop']);
  expect(read).toBeLessThan(1_000);
});
