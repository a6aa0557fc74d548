import type { AppContext } from '../context.ts';
import { weekName } from '../domain/week.ts';
import { closeWeeks } from '../workflows/close-weeks.ts';

/**
 * Closes every week that is over. What a week waits for is left to the next pass, and logged when it differs from that of
 * the pass before, which `logged` holds by week.
 */
export async function closeFinishedWeeks(context: AppContext, logged: Map<string, string>): Promise<void> {
  for (const { week, waitsFor, cause } of await closeWeeks(context)) {
    const name = weekName(week);
    if (waitsFor && waitsFor !== logged.get(name))
      context.log.warn({ err: cause, week: name, waitsFor }, 'closing a week postponed');
    logged.set(name, waitsFor);
  }
}
