import type { UserId } from '@fifteen/domain';
import type { AppContext } from '../context.ts';
import {
  missingAccessRecords,
  playersWithoutRegistration,
  registeredPlayers,
  storeAccessRecords,
  storeRegistration,
} from '../db/players.ts';
import { HOUR_MS, piecesOf, type TimeRange } from '../domain/week.ts';

/** Users of one request, as identity bounds them. */
const ACCOUNTS = 200;
const ACCESS_RECORDS = 1_000;
/** Timeout in milliseconds: pages of this size take longer than most calls. */
const SLOW_CALL = { limitMs: 10_000 };

/**
 * Queries identity for the missing registrations and the newest access records of the players of a range: their events may
 * be lost or late.
 */
export async function reconcilePlayers(context: AppContext, range: TimeRange): Promise<void> {
  await fetchRegistrations(context, range);
  await fetchAccessRecords(context, range);
}

async function fetchRegistrations({ db, identity, rules }: AppContext, range: TimeRange): Promise<void> {
  for (const ids of batchesOf(
    await playersOf(range, (hour) => playersWithoutRegistration(db, hour)),
    ACCOUNTS,
  )) {
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
  for (const userIds of batchesOf(
    await playersOf(range, (hour) => registeredPlayers(db, hour)),
    ACCESS_RECORDS,
  )) {
    const { records } = await identity.listAccessRecords({ userIds }, SLOW_CALL);
    const dated = records.flatMap(({ at, ...access }) => (at ? [{ ...access, at }] : []));
    const missing = Map.groupBy(await missingAccessRecords(db, dated), ({ userId }) => userId);
    for (const [userId, records] of missing)
      await db.tx((sql) => storeAccessRecords(sql, userId, records, rules));
  }
}

/** Returns the players whom a query finds in the hours of a range, each once. A statement for all of a range takes too long. */
async function playersOf(range: TimeRange, query: (hour: TimeRange) => Promise<UserId[]>): Promise<UserId[]> {
  const players = new Set<UserId>();
  for (const hour of piecesOf(range, HOUR_MS)) for (const userId of await query(hour)) players.add(userId);
  return [...players];
}

function* batchesOf(ids: readonly UserId[], size: number): Generator<UserId[]> {
  for (let i = 0; i < ids.length; i += size) yield ids.slice(i, i + size);
}
