import type { AppContext } from '../context.ts';
import { DAY_MS, startOf, weekOf } from '../domain/week.ts';
import { countMissingGames, fetchGames } from '../workflows/reconcile-games.ts';

/** Compares each day of the running week, up to `closeAfterMs` ago, with the game service, and fetches those that differ. */
export async function reconcileRunningWeek(context: AppContext): Promise<void> {
  const until = new Date(Date.now() - context.closeAfterMs);
  for (let day = startOf(weekOf(until)).getTime(); day < until.getTime(); day += DAY_MS) {
    const range = { from: new Date(day), until: new Date(Math.min(day + DAY_MS, until.getTime())) };
    const { missing } = await countMissingGames(context, range);
    if (missing === 0) continue;
    context.log.warn({ missing, ...range }, 'missing games found');
    await fetchGames(context, range);
  }
}
