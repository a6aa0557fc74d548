import { failpoint, type PushBody, type Sql } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { loadRoom } from './rooms.ts';

/** What a transaction has to tell once it is committed: rooms that changed, and pushes of its own. */
export class News {
  readonly rooms = new Set<string>();
  readonly pushes: { to: 'toUser' | 'toRoom'; id: string; body: PushBody }[] = [];

  toUser(id: string, body: PushBody): void {
    this.pushes.push({ to: 'toUser', id, body });
  }

  toRoom(id: string, body: PushBody): void {
    this.pushes.push({ to: 'toRoom', id, body });
  }
}

/**
 * Runs an act on rooms in one transaction and then tells its news. `work` may run more than once and does nothing but
 * SQL. Passes the fault point `room.<act>.after-commit`.
 */
export async function commit<T>(
  parts: Parts,
  act: string,
  work: (sql: Sql, news: News) => Promise<T>,
): Promise<T> {
  const { result, news } = await parts.db.tx(async (sql) => {
    const news = new News();
    return { result: await work(sql, news), news };
  });
  failpoint(`room.${act}.after-commit`);
  await tell(parts, news);
  return result;
}

/** Tells people what was committed. It cannot fail: pushes may be lost. */
export async function tell({ db, push, log }: Parts, { rooms, pushes }: News): Promise<void> {
  for (const { to, id, body } of pushes) push[to](id, body);
  for (const id of rooms) {
    try {
      push.toRoom(id, { $case: 'room', value: { room: await loadRoom(db, id) } });
    } catch (error) {
      log.warn({ err: error, roomId: id }, 'sending a room update failed');
    }
  }
}
