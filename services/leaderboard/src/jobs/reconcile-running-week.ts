import type { AppContext } from '../context.ts';
import { DAY_MS, piecesOf, startOf, weekOf } from '../domain/week.ts';
import { countMissingGames, fetchGames } from '../workflows/reconcile-games.ts';

/** Compares each day of the running week, up to `closeAfterMs` ago, with the game service, and fetches those that differ. */
export async function reconcileRunningWeek(context: AppContext): Promise<void> {
  const until = new Date(Date.now() - context.closeAfterMs);
  for (const day of piecesOf({ from: startOf(weekOf(until)), until }, DAY_MS)) {
    const { missing } = await countMissingGames(context, day);
    if (missing === 0) continue;
    context.log.warn({ missing, ...day }, 'missing games found');
    await fetchGames(context, day);
  }
}
