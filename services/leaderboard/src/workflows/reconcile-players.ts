import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { hoursWithGames } from '../db/games.ts';
import {
  missingAccessRecords,
  playersWithoutRegistration,
  registeredPlayers,
  storeAccessRecords,
  storeRegistration,
} from '../db/players.ts';
import { RECORD_VALID_MINUTES } from '../db/weekly-scores.ts';
import { DAY_MS, piecesOf, type TimeRange } from '../domain/week.ts';

/** Users of one request, as identity bounds them. */
const ACCOUNTS = 200;
const ACCESS_RECORDS = 150;
/** Timeout in milliseconds: pages of this size take longer than most calls. */
const SLOW_CALL = { limitMs: 10_000 };

/**
 * Queries identity for the missing registrations and access records of the players of a range: their events may be lost or
 * late.
 */
export async function reconcilePlayers(context: AppContext, range: TimeRange): Promise<void> {
  await fetchRegistrations(context, range);
  await fetchAccessRecords(context, range);
}

async function fetchRegistrations({ db, identity, rules }: AppContext, range: TimeRange): Promise<void> {
  for (const ids of batchesOf(await playersOf(db, range, playersWithoutRegistration), ACCOUNTS)) {
    const { accounts } = await identity.getAccounts({ ids }, SLOW_CALL);
    for (const { id: userId, verifiedAt: at } of accounts)
      if (at) await db.tx((sql) => storeRegistration(sql, { userId, at }, rules));
  }
}

/**
 * Stores the access records that are missing. A player with older records may lack the newest one, and no count shows
 * that: so identity is queried for each player whose games may count.
 */
async function fetchAccessRecords({ db, identity, rules }: AppContext, range: TimeRange): Promise<void> {
  // By days: a user who changes network often has more records in a week than one response holds.
  for (const day of piecesOf(range, DAY_MS)) {
    const seen = { from: new Date(day.from.getTime() - RECORD_VALID_MINUTES * 60_000), until: day.until };
    for (const userIds of batchesOf(await playersOf(db, day, registeredPlayers), ACCESS_RECORDS)) {
      const { records } = await identity.listAccessRecords({ userIds, ...seen }, SLOW_CALL);
      const dated = records.flatMap(({ at, ...access }) => (at ? [{ ...access, at }] : []));
      const missing = Map.groupBy(await missingAccessRecords(db, dated), ({ userId }) => userId);
      for (const [userId, records] of missing)
        await db.tx((sql) => storeAccessRecords(sql, userId, records, rules));
    }
  }
}

/** Returns the players whom a query finds in the hours of a range, each once. A statement for all of a range takes too long. */
async function playersOf(
  db: Sql,
  range: TimeRange,
  query: (sql: Sql, hour: TimeRange) => Promise<UserId[]>,
): Promise<UserId[]> {
  const players = new Set<UserId>();
  for (const day of piecesOf(range, DAY_MS))
    for (const hour of await hoursWithGames(db, day))
      for (const userId of await query(db, hour)) players.add(userId);
  return [...players];
}

function* batchesOf(ids: readonly UserId[], size: number): Generator<UserId[]> {
  for (let i = 0; i < ids.length; i += size) yield ids.slice(i, i + size);
}
