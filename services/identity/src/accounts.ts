import { AppError, writeOutbox, type Sql } from '@fifteen/runtime';
import { build, execute, rowsOf } from '@fifteen/runtime/statements';
import { emailKey } from './email.ts';
import { lookUpForm, type Username } from './names.ts';

/** What others may be told of an account, as it lies in the database. */
export interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly email: string | null;
  readonly guest: boolean;
  readonly verified: boolean;
  readonly created_at: Date;
  /** The name of their picture. */
  readonly picture: string | null;
  /** Null for a guest, and for a registration that waits for its code. */
  readonly verified_at: Date | null;
  /** Null when the password was never reset. */
  readonly reset_at: Date | null;
}

/** Of the table `account`, whose rows are guests or have proved their address. */
export const ACCOUNT_COLUMNS = `account.id, account.username, account.display_name, account.email, account.guest,
  NOT account.guest AS verified, account.created_at,
  (SELECT name FROM picture WHERE picture.account_id = account.id) AS picture,
  coalesce(account.verified_at, account.registered_at) AS verified_at, account.reset_at`;

/** Accounts asked for at once. */
const MOST = 200;
const ID = /^[\w.:-]{1,64}$/;

/** The accounts with these ids, in no order; unknown ones are left out. Throws INVALID for more than 200. */
export async function accountsOf(db: Sql, ids: readonly string[]): Promise<AccountRow[]> {
  if (ids.length > MOST) throw new AppError('INVALID', 'At most 200 accounts at once');
  const known = ids.filter((id) => ID.test(id));
  return rowsOf<AccountRow>(
    db,
    build('account').select(build.raw(ACCOUNT_COLUMNS)).whereRaw('id = ANY(?)', [known]),
  );
}

/** Finds an account, or a registration that waits for its code, by username, address or id. Throws NOT_FOUND. */
export async function findAccount(db: Sql, name: string): Promise<AccountRow> {
  const { rows } = await db.query<AccountRow & { rank: number }>(
    `WITH wanted AS (SELECT account_id AS id FROM username WHERE folded = $1)
     SELECT ${ACCOUNT_COLUMNS}, 1 AS rank FROM account
     WHERE id IN (SELECT id FROM wanted) OR email_key = $2 OR id = $3
     UNION ALL
     SELECT account_id, username, username, email, upgrade, false, created_at, NULL, NULL, NULL, 2 FROM registration
     WHERE account_id IN (SELECT id FROM wanted) OR email_key = $2 OR account_id = $3
     ORDER BY rank, created_at DESC LIMIT 1`,
    [lookUpForm(name), emailKey(name), ID.test(name) ? name : ''],
  );
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND', 'Player not found');
  return found;
}

/** Reserves a name. Taken ones violate a key of the table `username`. */
export async function reserveName(
  sql: Sql,
  name: Username,
  owner: { accountId: string; pending: boolean },
): Promise<void> {
  const { folded, skeleton } = name;
  const { accountId: account_id, pending } = owner;
  await execute(sql, build('username').insert({ folded, skeleton, account_id, pending }));
}

/** Ends guests' accounts with their names, sessions and registrations, and says so. The caller holds their locks. */
export async function removeGuests(sql: Sql, ids: string[]): Promise<void> {
  for (const table of ['username', 'registration'])
    await execute(sql, build(table).whereRaw('account_id = ANY(?)', [ids]).delete());
  await execute(sql, build('account').whereRaw('id = ANY(?)', [ids]).delete());
  await writeOutbox(
    sql,
    ids.map((userId) => ({
      name: 'user_deleted',
      aggregateId: userId,
      body: { $case: 'userDeleted', value: { userId, guest: true } },
    })),
  );
}
