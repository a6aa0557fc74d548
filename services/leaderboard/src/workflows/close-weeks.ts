import { failpoint, isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { freezeWeek } from '../db/weekly-results.ts';
import { unpaidWeeks, type UnpaidWeek } from '../db/weeks.ts';
import { DAY_MS, endOf, piecesOf, startOf, weekName, type Week } from '../domain/week.ts';
import { payRewards } from './pay-rewards.ts';
import { countMissingGames, fetchGames } from './reconcile-games.ts';
import { reconcilePlayers } from './reconcile-players.ts';

/**
 * The end of a week: open, frozen, paid. Any replica may run each step, any number of times, concurrently and late: the
 * state of the week is a row, the ranks are written once, and the ledger pays each rank once.
 */

/** A week that is over, and what its closing waits for; empty when it is paid. */
export interface WeekClosing {
  readonly week: Week;
  readonly waitsFor: string;
  /** Why an upstream service is unavailable, for the log. */
  readonly cause?: unknown;
}

/** Closes every week that is over, the oldest first. A week that must wait does not delay another. */
export async function closeWeeks(context: AppContext): Promise<WeekClosing[]> {
  const closings: WeekClosing[] = [];
  for (const { year, number, state } of await unpaidWeeks(context.db, context.closeAfterMs)) {
    const week = { year, number };
    let cause: unknown;
    const waitsFor = await closeWeek(context, week, state).catch((error: unknown) => {
      if (isAppError(error, 'SERVICE_UNAVAILABLE') && !error.details.isDefect) {
        cause = error;
        return `a response of ${error.details.upstream ?? 'an upstream service'}`;
      }
      context.log.error({ err: error, week: weekName(week) }, 'closing a week failed');
      return 'an operator: the log holds the error';
    });
    closings.push({ week, waitsFor, cause });
  }
  return closings;
}

async function closeWeek(context: AppContext, week: Week, state: UnpaidWeek['state']): Promise<string> {
  if (state === 'open') {
    const waitsFor = await prepareToFreeze(context, week);
    if (waitsFor) return waitsFor;
    const players = await freezeWeek(context.db, week, context.rules);
    if (players !== undefined) context.log.info({ week: weekName(week), ranks: players }, 'week closed');
    failpoint('leaderboard.week.after-freeze');
  }
  return payRewards(context, week);
}

/**
 * Completes the games and players of a week. A week can be frozen when it is over by the game service's clock, and this
 * service has every game that the game service counts on each of its days: no count of a whole week ends within the limit
 * of a statement when the week is large. Returns what it waits for; empty when it can be frozen.
 */
async function prepareToFreeze(context: AppContext, week: Week): Promise<string> {
  const range = { from: startOf(week), until: endOf(week) };
  let missing = 0;
  for (const day of piecesOf(range, DAY_MS)) {
    const counted = await countMissingGames(context, day);
    if (counted.now.getTime() < range.until.getTime() + context.closeAfterMs)
      return 'the end of its last games';
    if (counted.missing === 0) continue;
    await fetchGames(context, day);
    missing += (await countMissingGames(context, day)).missing;
  }
  if (missing > 0) return `${missing} missing games`;
  await reconcilePlayers(context, range);
  return '';
}
