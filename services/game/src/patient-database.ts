import { sqlState, unavailable, type Database, type Log } from '@fifteen/runtime';

/** Something about the data or the statement themselves (SQLSTATE classes 22, 23, 42): a defect, or a constraint's no. */
export const isAboutData = (error: unknown): boolean => /^(22|23|42)/.test(sqlState(error));

/**
 * The database as callers are to see it: one that is away, starting, stopping or too slow is no defect but
 * SERVICE_UNAVAILABLE, and they may repeat what they asked for, whatever became of it.
 */
export function patient(db: Database, log: Log): Database {
  return {
    tx: (work) => db.tx(work),
    query: async (text, values) => {
      try {
        return await db.query(text, values);
      } catch (error) {
        if (isAboutData(error)) throw error;
        log.warn({ err: error }, 'the database did not answer');
        throw unavailable('game');
      }
    },
  };
}
