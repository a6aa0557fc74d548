import { build, rowsOf } from '@fifteen/runtime/statements';
import { endedOf } from './ended.ts';
import { takeGame } from './games.ts';
import type { Parts } from './parts.ts';
import { registered, seen } from './people.ts';
import { DAY_MS, startOf, weekOf } from './weeks.ts';

/** What was told and never heard: the broker may lose everything. The owners are asked. */

/** As many accounts, and people with their sightings, as identity answers at once. */
const ACCOUNTS = 200;
const SEEN = 1_000;
/** A count of a whole week, or a page of games, takes longer than a call usually does. */
const SLOW = { limitMs: 10_000 };

/** A span of time: from its first instant to the one before `until`. */
interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** How many games that ended in a span were not heard of, and the clock by which games end. */
export async function missingGames(parts: Parts, span: Span): Promise<{ missing: number; now: Date }> {
  const { games, now } = await parts.game.countEndedGames(span, SLOW);
  const heard = build('game').where('finished_at', '>=', span.from).where('finished_at', '<', span.until);
  const [row] = await rowsOf<{ n: number }>(parts.db, heard.count({ n: '*' }));
  return { missing: Math.max(0, games - (row?.n ?? 0)), now: now ?? new Date(0) };
}

/** Fetches the games of a span that were not heard of. Each has its effect once, whichever way it comes. */
export async function fetchGames(parts: Parts, span: Span): Promise<void> {
  let cursor = '';
  do {
    const page = await parts.game.listEndedGames({ ...span, cursor }, SLOW);
    for (const game of page.games) {
      const after = await parts.db.tx((sql) => takeGame(parts, sql, endedOf(game)));
      after?.();
    }
    cursor = page.nextCursor;
  } while (cursor !== '');
}

/** Compares the running week with the game service's, up to a while ago, and fetches the days that differ. */
export async function compareRunningWeek(parts: Parts): Promise<void> {
  const until = new Date(Date.now() - parts.closeAfterMs);
  for (let day = startOf(weekOf(until)).getTime(); day < until.getTime(); day += DAY_MS) {
    const span = { from: new Date(day), until: new Date(Math.min(day + DAY_MS, until.getTime())) };
    const { missing } = await missingGames(parts, span);
    if (missing === 0) continue;
    parts.log.warn({ missing, ...span }, 'missing games found');
    await fetchGames(parts, span);
  }
}

/** Asks identity who of a week's players is registered of whom that was not heard. */
export async function askWhoIsRegistered(parts: Parts, { from, until }: Span): Promise<void> {
  const { rows } = await parts.db.query<{ user_id: string }>(
    `SELECT DISTINCT user_id FROM player_game LEFT JOIN player USING (user_id)
     WHERE finished_at >= $1 AND finished_at < $2 AND outcome <> 'bot' AND registered_at IS NULL`,
    [from, until],
  );
  for (let i = 0; i < rows.length; i += ACCOUNTS) {
    const ids = rows.slice(i, i + ACCOUNTS).map((row) => row.user_id);
    const { accounts } = await parts.identity.getAccounts({ ids }, SLOW);
    for (const { id, verifiedAt } of accounts)
      if (verifiedAt) await parts.db.tx((sql) => registered(parts, sql, id, verifiedAt));
  }
}

/** Asks identity where those of a week's members were seen of whom nothing of that was heard. */
export async function askWhereSeen(parts: Parts, { from, until }: Span): Promise<void> {
  const { rows } = await parts.db.query<{ user_id: string }>(
    `SELECT DISTINCT user_id FROM player_game JOIN player USING (user_id)
     WHERE finished_at >= $1 AND finished_at < $2 AND outcome <> 'bot' AND registered_at IS NOT NULL AND NOT deleted
       AND NOT EXISTS (SELECT 1 FROM sighting WHERE sighting.user_id = player_game.user_id)`,
    [from, until],
  );
  for (let i = 0; i < rows.length; i += SEEN) {
    const userIds = rows.slice(i, i + SEEN).map((row) => row.user_id);
    const { records } = await parts.identity.listAccessRecords({ userIds }, SLOW);
    for (const { at, ...where } of records)
      if (at) await parts.db.tx((sql) => seen(parts, sql, { ...where, at }));
  }
}
