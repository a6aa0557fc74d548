import { SEARCH_NAME_MAX, SEARCH_NAME_MIN } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';
import { ACCOUNT_COLUMNS, type AccountRow } from './accounts.ts';

const MAX_RESULTS = 20;
/**
 * Number of names that are ranked. The first 20 usernames that begin with the term are always among them, display names
 * only as far as they are found.
 */
const MAX_CANDIDATES = 300;

const CANDIDATES = `(SELECT id, names FROM account WHERE names LIKE $2 ORDER BY names LIMIT ${MAX_RESULTS})
  UNION (SELECT id, names FROM account
    WHERE names LIKE $3 AND ($4::text IS NULL OR bigrams(names) @> bigrams($4)) LIMIT ${MAX_CANDIDATES})`;

/**
 * A term that the index of trigrams narrows down; which other letters that index knows depends on the locale of the
 * database. Without this, terms such as "---", an emoji or two letters would read every account: the index of bigrams
 * finds them. For all other terms it would only cost more, because common ones are found soon without an index.
 */
const HAS_TRIGRAM = /[a-z0-9]{3}/;

/** 1: the term is a whole name; 2: a name begins with it; 3: a name contains it. */
const MATCH_RANK = `CASE
  WHEN split_part(names, E'\\n', 1) = $1 OR split_part(names, E'\\n', 2) = $1 THEN 1
  WHEN names LIKE $2 OR split_part(names, E'\\n', 2) LIKE $2 THEN 2 ELSE 3 END`;

/**
 * Returns up to 20 accounts whose username or display name contains a text, in any case, closest match first. Addresses
 * are not searched (docs/threats.md, 50).
 * @throws INVALID for fewer than 2 or more than 32 characters
 */
export async function searchByName(db: Sql, name: string): Promise<AccountRow[]> {
  const { rows } = await db.query<{ term: string }>(`SELECT fold_name($1) AS term`, [name.trim()]);
  const term = rows[0]?.term ?? '';
  if ([...term].length < SEARCH_NAME_MIN || name.length > SEARCH_NAME_MAX)
    throw new AppError('INVALID', {
      reason: `A name to search for has ${SEARCH_NAME_MIN} to ${SEARCH_NAME_MAX} characters`,
    });
  const literal = term.replace(/[\\%_]/g, '\\$&');
  // Not a prepared statement: which index serves a term depends on the term.
  const { rows: accounts } = await db.query<AccountRow>({
    text: `WITH candidate AS (${CANDIDATES}),
        closest AS (SELECT id, ${MATCH_RANK} AS closeness FROM candidate
          ORDER BY closeness, length(names), names LIMIT ${MAX_RESULTS})
      SELECT ${ACCOUNT_COLUMNS} FROM account JOIN closest USING (id) ORDER BY closeness, length(names), names`,
    values: [term, `${literal}%`, `%${literal}%`, HAS_TRIGRAM.test(term) ? null : term],
  });
  return accounts;
}
