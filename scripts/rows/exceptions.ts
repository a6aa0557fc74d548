/** Statements that are known only at run time, by file and source of the argument. */
interface UncheckedStatement {
  readonly file: string;
  readonly statement: string;
  readonly reason: string;
}

/** Nullable columns of tables that are never null in the rows that the statements of a file read. */
interface NeverNull {
  readonly file: string;
  readonly columns: readonly string[];
  readonly reason: string;
}

/** Exceptions of the check of row types. The check rejects one that is no longer needed. */
export interface Exceptions {
  readonly unchecked: readonly UncheckedStatement[];
  readonly neverNull: readonly NeverNull[];
}

export const exceptions: Exceptions = {
  unchecked: [
    {
      file: 'packages/runtime/src/postgres.ts',
      statement: 'statement',
      reason: 'passes on what callers send, which is checked there',
    },
    {
      file: 'packages/runtime/src/postgres.ts',
      statement: '`SET LOCAL statement_timeout = ${limitMs}; SET LOCAL lock_timeout = ${limitMs}`',
      reason: 'sets limits that are numbers, and has no rows',
    },
    {
      file: 'packages/runtime/src/statements.ts',
      statement: 'text',
      reason: 'passes on what callers build, which is checked there',
    },
  ],
  neverNull: [
    {
      file: 'packages/runtime/src/schema.ts',
      columns: ['name'],
      reason: 'knex makes the table, and writes a name into each row',
    },
    {
      file: 'services/game/src/jobs/review-fair-play.ts',
      columns: ['started_at', 'finished_at'],
      reason: 'a CHECK of the table: a finished or abandoned game has both',
    },
    {
      file: 'services/identity/src/db/credentials.ts',
      columns: ['email'],
      reason: 'a CHECK of the table: an account that is no guest has an address',
    },
  ],
};
