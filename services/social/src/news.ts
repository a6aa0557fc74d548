import { failpoint, type PushBody, type Sql } from '@fifteen/runtime';
import type { Parts } from './parts.ts';

/** What a transaction has to tell people once it is committed. */
export class News {
  readonly #pushes: { userId: string; body: PushBody }[] = [];

  toUser(userId: string, body: PushBody): void {
    this.#pushes.push({ userId, body });
  }

  /** What these people are to others differs now: they are to ask again. */
  changed(...userIds: readonly string[]): void {
    for (const userId of userIds) this.toUser(userId, { $case: 'friendsChanged', value: { userId } });
  }

  /** Tells it. It cannot fail: pushes may be lost. */
  tell({ push }: Pick<Parts, 'push'>): void {
    for (const { userId, body } of this.#pushes) push.toUser(userId, body);
  }
}

/**
 * Runs an act in one transaction and then tells its news. `work` may run more than once and does nothing but SQL.
 * Passes the fault point `social.<act>.after-commit`.
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
  failpoint(`social.${act}.after-commit`);
  news.tell(parts);
  return result;
}
