import type { Sql } from '@fifteen/runtime';

/** A step of a plan, as EXPLAIN ANALYZE returns it. */
interface PlanStep {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanStep[];
}

/**
 * Returns the number of rows that the steps of the plans of some queries read. Each query runs twice: it must not write.
 * Analyze its tables before, because the plans depend on their statistics.
 */
export async function rowsReadBy(db: Sql, queries: (sql: Sql) => Promise<unknown>): Promise<number> {
  let sum = 0;
  await queries({
    query: async (statement, values) => {
      const prepared = typeof statement === 'string' ? { text: statement, values } : statement;
      const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${prepared.text}`;
      const { rows } = await db.query<{ 'QUERY PLAN': { Plan: PlanStep }[] }>({ ...prepared, text });
      for (const row of rows) for (const { Plan: plan } of row['QUERY PLAN']) sum += rowsRead(plan);
      return db.query(statement, values);
    },
  });
  return sum;
}

const rowsRead = (step: PlanStep): number =>
  (step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0)) *
    step['Actual Loops'] +
  (step.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);
