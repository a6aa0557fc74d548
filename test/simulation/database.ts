import type { Database, Sql } from '@fifteen/runtime';
import { unavailable } from '@fifteen/runtime';
import { clock, wait } from './clock.ts';
import type { Postgres } from './postgres.ts';
import type { Process } from './process.ts';
import type { World } from './world.ts';

/** Milliseconds until a statement fails at a database that is down. */
const FAILURE_MS = 20;

/**
 * Opens the database for a process. Connections break before a statement, and after a commit of which the process then
 * knows nothing; the process crashes between two statements, before a commit and after it.
 */
export function openDatabase(postgres: Postgres, process: Process, world: World): Database {
  const { faults } = world;
  const sql: Sql = {
    query: async (statement, values) => {
      process.assertAlive();
      const { text, values: planned } =
        typeof statement === 'string' ? { text: statement, values } : statement;
      return postgres.query(text, planned ?? []);
    },
  };
  const crashIf = (name: string, rate: number): void => {
    if (!faults.happens(name, rate)) return;
    world.crash(process);
    process.assertAlive();
  };
  const transaction = async <T>(work: (sql: Sql) => Promise<T>): Promise<T> => {
    let isOpen = true;
    const inside: Sql = {
      query: (statement, values) =>
        isOpen ? sql.query(statement, values) : Promise.reject(new Error('the transaction has ended')),
    };
    postgres.query('BEGIN', []);
    try {
      const result = await work(inside);
      isOpen = false;
      process.assertAlive();
      crashIf('crash before a commit', 0.001);
      postgres.query('COMMIT', []);
      return result;
    } catch (error) {
      isOpen = false;
      postgres.query('ROLLBACK', []);
      throw error;
    }
  };
  /** One round trip, or that of a whole transaction. */
  const request = async <T>(work: () => Promise<T>): Promise<T> => {
    await wait(world.noise.between(0.2, 3));
    if (!postgres.isUp || faults.happens('database connection lost before a statement', 0.001)) {
      await wait(FAILURE_MS);
      throw unavailable(process.service);
    }
    const result = await postgres.exclusively(() => {
      process.assertAlive();
      return work();
    });
    crashIf('crash after a commit', 0.002);
    await wait(world.noise.between(0.2, 3));
    if (faults.happens('database connection lost after a commit', 0.002)) throw unavailable(process.service);
    return result;
  };
  return {
    query: (statement, values) => request(() => sql.query(statement, values)),
    tx: (work) => request(() => transaction(work)),
  };
}

/** Takes the database of a service away for a while. */
export function stopDatabase(postgres: Postgres, ms: number): void {
  postgres.isUp = false;
  clock.after(ms, () => (postgres.isUp = true));
}
