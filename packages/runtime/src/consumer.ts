import { AckPolicy, DeliverPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import { Event } from '@fifteen/proto/events';
import { isAppError } from './app-error.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { figures } from './metrics/figures.ts';
import { counter, gauge, histogram, since } from './metrics/meter.ts';
import { ensureStream, streamName, type Nats } from './nats.ts';
import type { Database, Sql } from './postgres.ts';
import { messageAttributes } from './span-attributes.ts';
import { pause, sweep } from './sweep.ts';
import { span, untraced } from './trace.ts';

/** Facts taken at once, and how long the broker holds an empty request open. */
const BATCH = 50;
const FETCH_MS = 2_000;
const ACK_WAIT_MS = 30_000;
/** After so many tries a fact is parked in `dead_letter` for a person to look at: but never for an outage, however long. */
const MAX_TRIES = 20;
/** The longest wait between two tries. */
const RETRY_MS = 30_000;

/** Ids of applied events are kept for so long; the broker delivers none that is older than a week. */
const INBOX_DAYS = 30;
/** Rows that are deleted in one statement. */
const SWEPT = 10_000;

const handled = histogram('fifteen_event_handling_duration_seconds', 'Duration of handling an event.');
const failed = counter('fifteen_event_handling_failures_total', 'Failed attempts to handle an event.');

/** One of the kinds of fact. */
export type EventCase = NonNullable<Event['body']>['$case'];

interface Consumption {
  /** The service whose facts they are. */
  owner: string;
  name: string;
  db: Database;
  nats: Nats;
  /** Applies one fact with `sql`; what it answers runs after the commit. */
  apply: (event: Event, sql: Sql) => Promise<void | (() => void)>;
}

/**
 * Consumes all facts of a service (`owner`) as the durable consumer `name`: each at least once from the broker, its
 * effect exactly once, because `apply` runs in the transaction that writes the inbox row. Facts that `apply` does not
 * know are acknowledged untouched. Survives a broker that lost its data. Expects the tables `inbox` and `dead_letter`.
 * `apply` must be harmless for an event that was applied more than 30 days ago: operators may have such events replayed.
 */
export function startConsumer(options: Consumption, context: { log: Log; lifecycle: Lifecycle }): void {
  const abort = new AbortController();
  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      try {
        const consumer = await openConsumer(options.nats, options.owner, options.name);
        while (!abort.signal.aborted) await takeBatch(consumer, options, context.log, abort.signal);
      } catch (error) {
        if (abort.signal.aborted) return;
        context.log.warn({ err: error, consumer: options.name }, 'consumer interrupted');
        await pause(500, abort.signal);
      }
    }
  };
  const done = untraced(run);
  observeParked(options, context);
  const { db, name } = options;
  const cleanup = sweep(`inbox of ${name}`, 3_600_000, context.log, () => forgetOld(db, name));
  context.lifecycle.onStop(`consumer ${name}`, async () => {
    abort.abort();
    await Promise.all([done, cleanup.stop()]);
  });
}

/** Returns whether there is more to delete. */
async function forgetOld(db: Database, name: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM inbox WHERE (consumer, event_id) IN (SELECT consumer, event_id FROM inbox
       WHERE consumer = $1 AND at < now() - make_interval(days => $2) LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [name, INBOX_DAYS, SWEPT],
  );
  return rowCount === SWEPT;
}

async function openConsumer(nats: Nats, owner: string, name: string): Promise<Consumer> {
  await ensureStream(nats, owner);
  const stream = streamName(nats, owner);
  const manager = await nats.manager();
  try {
    await manager.consumers.info(stream, name);
  } catch {
    await manager.consumers.add(stream, {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: ACK_WAIT_MS * 1_000_000,
      max_ack_pending: 1_000,
    });
  }
  return nats.js.consumers.get(stream, name);
}

async function takeBatch(
  consumer: Consumer,
  options: Consumption,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const messages = await consumer.fetch({ max_messages: BATCH, expires: FETCH_MS });
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop, { once: true });
  for await (const message of messages) await handle(message, options, log);
  signal.removeEventListener('abort', stop);
}

async function handle(message: JsMsg, options: Consumption, log: Log): Promise<void> {
  const { owner, db, name, nats, apply } = options;
  const began = performance.now();
  const record = (outcome: 'ok' | 'failed' | 'dead_lettered'): void =>
    handled.record(since(began), { consumer: name, owner, outcome });
  try {
    const event = Event.decode(message.data);
    const after = await span(
      `consume ${message.subject.slice(nats.namespace.length)}`,
      'consumer',
      () => db.tx((sql) => once(sql, name, event, apply)),
      {
        parent: event,
        attributes: {
          ...messageAttributes(message.subject),
          'messaging.consumer.group.name': name,
          'messaging.message.id': event.id,
        },
      },
    );
    after?.();
    message.ack();
    record('ok');
  } catch (error) {
    failed.add(1, { consumer: name, owner });
    const tries = message.info.deliveryCount;
    const away = isAppError(error, 'SERVICE_UNAVAILABLE');
    const facts = { err: error, subject: message.subject, tries };
    log[away ? 'warn' : 'error'](facts, 'event handling failed');
    if (away || tries < MAX_TRIES) {
      record('failed');
      return message.nak(Math.min(tries * tries * 100, RETRY_MS));
    }
    await db.query(`INSERT INTO dead_letter (consumer, subject, payload, error) VALUES ($1, $2, $3, $4)`, [
      name,
      message.subject,
      Buffer.from(message.data),
      error instanceof Error ? error.message : String(error),
    ]);
    message.term('dead-lettered');
    record('dead_lettered');
  }
}

/** Serves the number of dead-lettered events; it is the same at every replica. */
function observeParked(
  { name, owner, db, nats }: Consumption,
  context: { log: Log; lifecycle: Lifecycle },
): void {
  const newest = figures(`dead-lettered events of ${name}`, context, async () => {
    const { rows } = await db.query<{ parked: number }>(
      `SELECT count(*) AS parked FROM dead_letter WHERE consumer = $1 AND starts_with(subject, $2)`,
      [name, `${nats.namespace}${owner}.`],
    );
    return rows[0]?.parked;
  });
  gauge('fifteen_events_dead_lettered', 'Events in the dead-letter table.', context, () => {
    const parked = newest();
    return parked === undefined ? undefined : [[parked, { consumer: name, owner }]];
  });
  failed.add(0, { consumer: name, owner });
}

async function once(
  sql: Sql,
  consumer: string,
  event: Event,
  apply: Consumption['apply'],
): Promise<void | (() => void)> {
  const { rowCount } = await sql.query(
    `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [consumer, event.id],
  );
  return rowCount === 1 ? apply(event, sql) : undefined;
}
