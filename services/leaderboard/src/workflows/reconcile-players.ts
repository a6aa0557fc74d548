import type { UserId } from '@fifteen/domain';
import type { AppContext } from '../context.ts';
import {
  playersWithoutAccessRecord,
  playersWithoutRegistration,
  storeAccessRecord,
  storeRegistration,
} from '../db/players.ts';
import type { TimeRange } from '../domain/week.ts';

/** Users of one request, as identity bounds them. */
const ACCOUNTS = 200;
const ACCESS_RECORDS = 1_000;
/** Timeout in milliseconds: pages of this size take longer than most calls. */
const SLOW_CALL = { limitMs: 10_000 };

/** Queries identity for the players of a range whose events were lost: their registrations and access records. */
export async function reconcilePlayers(context: AppContext, range: TimeRange): Promise<void> {
  await fetchRegistrations(context, range);
  await fetchAccessRecords(context, range);
}

async function fetchRegistrations({ db, identity, rules }: AppContext, range: TimeRange): Promise<void> {
  for (const ids of batchesOf(await playersWithoutRegistration(db, range), ACCOUNTS)) {
    const { accounts } = await identity.getAccounts({ ids }, SLOW_CALL);
    for (const { id: userId, verifiedAt: at } of accounts)
      if (at) await db.tx((sql) => storeRegistration(sql, { userId, at }, rules));
  }
}

async function fetchAccessRecords({ db, identity, rules }: AppContext, range: TimeRange): Promise<void> {
  for (const userIds of batchesOf(await playersWithoutAccessRecord(db, range), ACCESS_RECORDS)) {
    const { records } = await identity.listAccessRecords({ userIds }, SLOW_CALL);
    for (const { at, ...access } of records)
      if (at) await db.tx((sql) => storeAccessRecord(sql, { ...access, at }, rules));
  }
}

function* batchesOf(ids: readonly UserId[], size: number): Generator<UserId[]> {
  for (let i = 0; i < ids.length; i += size) yield ids.slice(i, i + size);
}
