import type { Database, Log } from '@fifteen/runtime';

/** Daily cost of awards that raises an alarm, as a multiple of the median of the week before. */
const ALARM_FACTOR = 5;
/** Coins of a day that raise no alarm: one player who begins to play is a multiple of a small installation's median. */
const MIN_ALARM_COINS = 1_000_000;

/** Logs an alarm when today's awards for wins against the computer cost more than usual. */
export async function checkAwardSpending({ db, log }: { db: Database; log: Log }): Promise<void> {
  const { rows } = await db.query<{ today: number; median: number }>('SELECT * FROM award_spending');
  for (const { today, median } of rows)
    if (median > 0 && today > Math.max(ALARM_FACTOR * median, MIN_ALARM_COINS))
      log.error({ alarm: true, today, median }, 'awards against the computer exceeded the usual amount');
}
