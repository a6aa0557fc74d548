import type { BalanceChanged } from '@fifteen/proto/events';
import {
  failpoint,
  isAppError,
  writeOutbox,
  type Database,
  type OutboxEvent,
  type Log,
  type PushBody,
  type Pusher,
  type OutboxPublisher,
  type Sql,
} from '@fifteen/runtime';
import { refusalIn } from './refusals.ts';

/** What a verb did. */
export interface Outcome<A> {
  answer: A;
  /** The balances it changed, none when it was a repeat. */
  moved: readonly BalanceChanged[];
  /** What else is true now that others want to know; nothing when it was a repeat. */
  facts?: readonly OutboxEvent[];
  /** What else somebody's open pages are told; by a repeat again, because the first time may have been lost. */
  news?: readonly { userId: string; body: PushBody }[];
}

/** One of the ledger's SQL functions, ready to be called: it is a whole fact, so it may be called again at any time. */
export interface Verb<A> {
  /** As it is called in failpoints and logs. */
  name: string;
  run(sql: Sql): Promise<Outcome<A>>;
}

/** Runs verbs and tells of the balances they changed. */
export interface Ledger {
  /**
   * Runs a verb as a transaction of its own. Throws its refusal as an AppError. CONFLICT is logged as an alarm: two
   * callers disagree about what happened. A verb that throws it itself has another reason, and is silent.
   */
  commit<A>(verb: Verb<A>): Promise<A>;
  /** Runs a verb inside somebody's transaction. Answers what to do once that is committed. */
  within<A>(sql: Sql, verb: Verb<A>): Promise<() => void>;
}

/** A new balance is a fact for other services (outbox, same transaction) and a push to the user's open pages (after it). */
export function createLedger(parts: {
  db: Database;
  relay: OutboxPublisher;
  push: Pusher;
  log: Log;
}): Ledger {
  const { db, relay, push, log } = parts;

  const record = async <A>(sql: Sql, verb: Verb<A>): Promise<Outcome<A>> => {
    const outcome = await verb.run(sql);
    await writeOutbox(sql, [...outcome.moved.map(balanceChanged), ...(outcome.facts ?? [])]);
    return outcome;
  };
  const tell = ({ moved, facts = [], news = [] }: Outcome<unknown>): void => {
    if (moved.length + facts.length > 0) relay.wake();
    for (const balance of moved) push.toUser(balance.userId, { $case: 'balance', value: balance });
    for (const { userId, body } of news) push.toUser(userId, body);
  };

  return {
    commit: async (verb) => {
      try {
        const outcome = await db.tx(async (sql) => {
          const done = await record(sql, verb);
          failpoint(`economy.${verb.name}.before-commit`);
          return done;
        });
        failpoint(`economy.${verb.name}.after-commit`);
        tell(outcome);
        return outcome.answer;
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal !== error && isAppError(refusal, 'CONFLICT'))
          log.error({ alarm: true, verb: verb.name }, refusal.message);
        throw refusal;
      }
    },
    within: async (sql, verb) => {
      const outcome = await record(sql, verb);
      return () => tell(outcome);
    },
  };
}

const balanceChanged = (balance: BalanceChanged): OutboxEvent => ({
  name: 'balance_changed',
  aggregateId: balance.userId,
  aggregateVersion: balance.version,
  body: { $case: 'balanceChanged', value: balance },
});
