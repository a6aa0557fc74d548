import type { UserId } from '@fifteen/domain';
import type { BalanceChanged } from '@fifteen/proto/events';
import {
  failpoint,
  isAppError,
  writeOutbox,
  type Database,
  type Log,
  type OutboxEvent,
  type OutboxPublisher,
  type PushBody,
  type Pusher,
  type Sql,
} from '@fifteen/runtime';
import { toAppError } from './errors.ts';

/** Dependencies of a ledger command. */
export interface LedgerContext {
  db: Database;
  outbox: OutboxPublisher;
  push: Pusher;
  log: Log;
}

/**
 * A call of one of the ledger's SQL functions. Each is a whole command under a key of its own, so that it may be repeated
 * at any time.
 */
export type LedgerCommand<T> = (sql: Sql, effects: Effects) => Promise<T>;

/** Collects the effects of a command: events, saved in its transaction, and notifications, sent after the commit. */
class Effects {
  readonly #events: OutboxEvent[] = [];
  readonly #notifications: { userId: UserId; body: PushBody }[] = [];

  /** Adds an event for other services. A repeated command adds none. */
  addEvent(event: OutboxEvent): void {
    this.#events.push(event);
  }

  /** Adds a push to the user's connections. A repeated command adds it again, because the first one may be lost. */
  addNotification(userId: UserId, body: PushBody): void {
    this.#notifications.push({ userId, body });
  }

  /** Adds a notification for each balance that changed. */
  addBalances(balances: readonly BalanceChanged[]): void {
    for (const balance of balances)
      this.addNotification(balance.userId, { $case: 'balance', value: balance });
  }

  /** Writes the events to the outbox. */
  async save(sql: Sql): Promise<void> {
    await writeOutbox(sql, this.#events);
  }

  /** Wakes the outbox publisher and sends the notifications. Never throws: a push may be lost. */
  publish({ outbox, push }: Pick<LedgerContext, 'outbox' | 'push'>): void {
    if (this.#events.length > 0) outbox.wake();
    for (const { userId, body } of this.#notifications) push.toUser(userId, body);
  }
}

/**
 * Runs a command in a transaction of its own, then publishes its effects. Passes the failpoints
 * `economy.<command>.before-commit` and `economy.<command>.after-commit`.
 * @throws the AppError of the SQL function. A CONFLICT is logged as an alarm, because two callers disagree about one
 * command; a command that throws a CONFLICT of its own has another reason, and is not logged.
 */
export async function transact<T>(
  context: LedgerContext,
  name: string,
  command: LedgerCommand<T>,
): Promise<T> {
  const { db, log } = context;
  try {
    const { result, effects } = await db.tx(async (sql) => {
      const done = await execute(sql, command);
      failpoint(`economy.${name}.before-commit`);
      return done;
    });
    failpoint(`economy.${name}.after-commit`);
    effects.publish(context);
    return result;
  } catch (error) {
    const thrown = toAppError(error);
    if (thrown !== error && isAppError(thrown, 'CONFLICT'))
      log.error({ alarm: true, command: name }, thrown.message);
    throw thrown;
  }
}

/** Runs a command inside the transaction of an event consumer. Returns the function to call after its commit. */
export async function transactWithin(
  context: Pick<LedgerContext, 'outbox' | 'push'>,
  sql: Sql,
  command: LedgerCommand<unknown>,
): Promise<() => void> {
  const { effects } = await execute(sql, command);
  return () => effects.publish(context);
}

async function execute<T>(sql: Sql, command: LedgerCommand<T>): Promise<{ result: T; effects: Effects }> {
  const effects = new Effects();
  const result = await command(sql, effects);
  await effects.save(sql);
  return { result, effects };
}
