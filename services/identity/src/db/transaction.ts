import { failpoint, type ServiceContext, type Sql } from '@fifteen/runtime';
import type { EndedSession } from './sessions.ts';

/** What a transaction uses of the service's context. */
interface TransactionContext extends Pick<ServiceContext, 'db' | 'push'> {
  readonly outbox: { wake(): void };
  readonly mailQueue: { wake(): void };
}

/** Collects during a transaction which sessions it ends. */
export class PendingNotifications {
  readonly #ended: EndedSession[] = [];

  /** Adds sessions to be closed on every gateway. */
  sessionsEnded(sessions: readonly EndedSession[]): void {
    this.#ended.push(...sessions);
  }

  /** Pushes the revocations. A push may be lost: gateways check each session once a minute (docs/threats.md, 54). */
  send({ push }: Pick<ServiceContext, 'push'>): void {
    for (const { accountId, sessionId } of this.#ended)
      push.toUser(accountId, { $case: 'sessionRevoked', value: { sessionId } });
  }
}

/**
 * Runs a transaction. After its commit, sends its notifications and wakes the outbox publisher and the mail queue.
 * @param command names the failpoint between commit and response
 */
export async function transact<T>(
  context: TransactionContext,
  command: string,
  work: (sql: Sql, notifications: PendingNotifications) => Promise<T>,
): Promise<T> {
  const { result, notifications } = await context.db.tx(async (sql) => {
    // A transaction that is retried starts with none.
    const notifications = new PendingNotifications();
    return { result: await work(sql, notifications), notifications };
  });
  failpoint(`identity.${command}.after-commit`);
  notifications.send(context);
  context.outbox.wake();
  context.mailQueue.wake();
  return result;
}
