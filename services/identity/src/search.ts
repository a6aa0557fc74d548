import { AppError, type Sql } from '@fifteen/runtime';
import { ACCOUNT_COLUMNS, type AccountRow } from './accounts.ts';

const MIN = 2;
const MAX = 32;
const FOUND_MAX = 20;
/** Of a term that many names hold only so many are compared; those whose username begins with it are always among them. */
const COMPARED = 300;

const CANDIDATES = `(SELECT id, names FROM account WHERE names LIKE $2 ORDER BY names LIMIT ${FOUND_MAX})
  UNION (SELECT id, names FROM account
    WHERE names LIKE $3 AND ($4::text[] IS NULL OR bigrams(names) @> $4) LIMIT ${COMPARED})`;

/** The same as a whole name, the beginning of one, or within one. */
const CLOSENESS = `CASE
  WHEN split_part(names, E'\\n', 1) = $1 OR split_part(names, E'\\n', 2) = $1 THEN 1
  WHEN names LIKE $2 OR split_part(names, E'\\n', 2) LIKE $2 THEN 2 ELSE 3 END`;

/**
 * Accounts whose username or display name holds a text, at most 20, the closest first; case does not matter. Addresses
 * are never looked at (threat 50). Throws INVALID for fewer than 2 or more than 32 characters.
 */
export async function searchAccounts(db: Sql, name: string): Promise<AccountRow[]> {
  const { rows } = await db.query<{ term: string }>(`SELECT fold_name($1) AS term`, [name.trim()]);
  const term = rows[0]?.term ?? '';
  if (term.length < MIN || name.length > MAX)
    throw new AppError('INVALID', `A name to search for has ${MIN} to ${MAX} characters`);
  const literal = term.replace(/[\\%_]/g, '\\$&');
  // Which index serves a term depends on the term.
  const found = await db.query<AccountRow>({
    text: `WITH candidate AS (${CANDIDATES}),
        closest AS (SELECT id, ${CLOSENESS} AS closeness FROM candidate
          ORDER BY closeness, length(names), names LIMIT ${FOUND_MAX})
      SELECT ${ACCOUNT_COLUMNS} FROM account JOIN closest USING (id) ORDER BY closeness, length(names), names`,
    values: [term, `${literal}%`, `%${literal}%`, [...term].length === 2 ? [term] : null],
  });
  return found.rows;
}
