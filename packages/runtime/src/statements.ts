import createKnex, { type Knex } from 'knex';
import type { Sql } from './postgres.ts';

/**
 * Builds statements that are composed or plain (docs/adr/0045). It has no connection: `queryRows` and `execute` send them.
 * Lists of values go as one, `whereRaw('id = ANY(?)', [ids])`: `whereIn` makes another text, and another plan, for each
 * length.
 */
export const build: Knex = createKnex({ client: 'pg' });

/** A statement that is being built. */
export type Statement = Knex.QueryBuilder;

type BuiltStatement<Result> = PromiseLike<Result> & { toSQL(): Knex.Sql };

/** Sends a built statement as a prepared one; returns its rows. */
export async function queryRows<Row extends object>(
  sql: Sql,
  statement: BuiltStatement<Row[]>,
): Promise<Row[]> {
  return (await send<Row>(sql, statement)).rows;
}

/** Sends a built statement as a prepared one; returns the number of rows that it wrote. */
export async function execute(sql: Sql, statement: BuiltStatement<unknown>): Promise<number> {
  return (await send(sql, statement)).rowCount ?? 0;
}

function send<Row extends object>(sql: Sql, statement: BuiltStatement<unknown>) {
  const { sql: text, bindings } = statement.toSQL().toNative();
  return sql.query<Row>(text, [...bindings]);
}
