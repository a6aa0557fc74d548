import type { UserId } from '@fifteen/domain';
import { failpoint, type Database, type PushBody, type Pusher, type Sql } from '@fifteen/runtime';

/** Collects notifications during a transaction, to be sent after its commit. */
export class PendingNotifications {
  readonly #pushes: { userId: UserId; body: PushBody }[] = [];

  add(userId: UserId, body: PushBody): void {
    this.#pushes.push({ userId, body });
  }

  /** The friends, requests, blocks or messages of these users changed: their clients query them again. */
  friendsChanged(...userIds: readonly UserId[]): void {
    for (const userId of userIds) this.add(userId, { $case: 'friendsChanged', value: { userId } });
  }

  /** Sends them. Never throws: a push may be lost. */
  send({ push }: { push: Pusher }): void {
    for (const { userId, body } of this.#pushes) push.toUser(userId, body);
  }
}

/**
 * Runs a command in one transaction, then sends its notifications. `work` may run more than once, so it must do nothing
 * but SQL. Passes the failpoint `social.<command>.after-commit`.
 */
export async function transact<T>(
  context: { db: Database; push: Pusher },
  command: string,
  work: (sql: Sql, notifications: PendingNotifications) => Promise<T>,
): Promise<T> {
  const { result, notifications } = await context.db.tx(async (sql) => {
    const notifications = new PendingNotifications();
    return { result: await work(sql, notifications), notifications };
  });
  failpoint(`social.${command}.after-commit`);
  notifications.send(context);
  return result;
}
