import { Event } from '@fifteen/proto/events';
import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedStack } from './shared-stack.ts';

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
/** The services that apply an event: its effects arrive some time after the request that caused it. */
const APPLIED_BY: Readonly<Record<string, readonly string[]>> = {
  userCreated: ['economy', 'leaderboard'],
  userUpgraded: ['leaderboard'],
  userSeen: ['leaderboard'],
  userDeleted: ['economy', 'leaderboard', 'room', 'social'],
  gameFinished: ['economy', 'leaderboard', 'room'],
  gameCancelled: ['room'],
};

interface Opened {
  service: string;
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

  /**
   * Returns them once the effects of earlier requests have arrived: when all services have applied the events, and the
   * rows stay the same for a moment.
   */
  async readWhenStable(): Promise<string[]> {
    for (let before = ''; ; await sleep(STABLE_MS)) {
      const areApplied = await this.#areEventsApplied();
      const rows = await this.read();
      const now = rows.join('\n');
      if (areApplied && now === before) return rows;
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
      ...{ service, database },
      tables: rows.map(({ name }) => name).filter((name) => !VOLATILE_TABLES.includes(name)),
    };
  }

  /** Returns whether the events that mention the ids have had their effects. */
  async #areEventsApplied(): Promise<boolean> {
    const opened = await Promise.all(this.#databases);
    const events = (await Promise.all(opened.map((one) => this.#eventsIn(one)))).flat();
    const areApplied = opened.map(async ({ service, database }) => {
      const ids = events.flatMap(({ id, body }) =>
        APPLIED_BY[body?.$case ?? '']?.includes(service) ? [id] : [],
      );
      const { rowCount } = await database.query(
        'SELECT FROM inbox WHERE consumer = $1 AND event_id = ANY ($2)',
        [service, ids],
      );
      return rowCount === ids.length;
    });
    return (await Promise.all(areApplied)).every(Boolean);
  }

  async #eventsIn({ database }: Opened): Promise<Event[]> {
    const { rows } = await database.query<{ payload: Buffer }>(
      `SELECT payload FROM outbox WHERE EXISTS (
         SELECT FROM unnest($1::text[]) AS id WHERE position(convert_to(id, 'UTF8') IN payload) > 0)`,
      [this.#ids],
    );
    return rows.map(({ payload }) => Event.decode(payload));
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
