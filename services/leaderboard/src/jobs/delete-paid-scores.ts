import type { AppContext } from '../context.ts';

/** Scores that one statement deletes. */
const BATCH = 10_000;

/**
 * Deletes the scores of paid weeks, whose results are final. Returns whether there may be more. The order makes the
 * planner read each week by the index: the running week, whose scores stay, may be most of the table.
 */
export async function deletePaidScores({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM weekly_score WHERE ctid = ANY (ARRAY(
       SELECT paid.ctid FROM week CROSS JOIN LATERAL
         (SELECT score.ctid FROM weekly_score AS score WHERE score.year = week.year AND score.week = week.number
          ORDER BY user_id LIMIT $1 FOR UPDATE SKIP LOCKED) AS paid
       WHERE state = 'paid' LIMIT $1))`,
    [BATCH],
  );
  return rowCount === BATCH;
}
