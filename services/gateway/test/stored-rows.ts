import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { setTimeout as sleep } from 'node:timers/promises';

/** Tables that heartbeats and jobs change, too. */
const VOLATILE_TABLES = [
  'session',
  'outbox',
  'inbox',
  'game_clock',
  'audited_account',
  'missing_wallet',
  'guest_request',
  'unaudited_entry',
  'mail',
];
/** Columns of the same kind. */
const VOLATILE_COLUMNS = ['seen_at', 'settled_at'];
const STABLE_MS = 100;

interface Opened {
  database: Database;
  tables: string[];
}

/** The rows of all services' databases that mention some ids. */
export class StoredRows {
  readonly #lifecycle = new Lifecycle(createLog('test', 'silent'));
  readonly #databases: Promise<Opened>[];
  readonly #ids: readonly string[];

  constructor(product: SharedStack, ids: readonly string[]) {
    this.#ids = ids;
    this.#databases = Object.entries(product.databases).map(([service, { ownerUrl }]) =>
      this.#open(service, ownerUrl),
    );
  }

  /** Returns them sorted, as `table: row`. */
  async read(): Promise<string[]> {
    const rows = await Promise.all(this.#databases.map(async (opened) => this.#rowsIn(await opened)));
    return rows.flat().sort();
  }

  /** Returns them once the effects of earlier requests have arrived: when they stay the same for a moment. */
  async readWhenStable(): Promise<string[]> {
    for (let before = await this.read(); ;) {
      await sleep(STABLE_MS);
      const now = await this.read();
      if (now.join('\n') === before.join('\n')) return now;
      before = now;
    }
  }

  close(): Promise<void> {
    return this.#lifecycle.stop();
  }

  async #open(service: string, url: string): Promise<Opened> {
    const context = { log: createLog('test', 'silent'), lifecycle: this.#lifecycle };
    const database = openDatabase({ service, url, pool: 1 }, context);
    const { rows } = await database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
      [],
    );
    return {
      database,
      tables: rows.map(({ name }) => name).filter((name) => !VOLATILE_TABLES.includes(name)),
    };
  }

  async #rowsIn({ database, tables }: Opened): Promise<string[]> {
    const selects = tables.map(
      (name) => `SELECT '${name}: ' || (to_jsonb(t) - $2::text[])::text AS row FROM "${name}" t`,
    );
    const { rows } = await database.query<{ row: string }>(
      `SELECT row FROM (${selects.join(' UNION ALL ')}) all_rows WHERE row LIKE ANY ($1)`,
      [this.#ids.map((id) => `%${id}%`), VOLATILE_COLUMNS],
    );
    return rows.map(({ row }) => row);
  }
}
