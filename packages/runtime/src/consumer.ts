import { AckPolicy, DeliverPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import { Event } from '@fifteen/proto/events';
import { isAppError } from './app-error.ts';
import { pollMetrics } from './metrics/poll.ts';
import { counter, gauge, histogram, secondsSince } from './metrics/meter.ts';
import { ensureStream, streamName, type Nats } from './nats.ts';
import type { Database, Sql } from './postgres.ts';
import type { ServiceContext } from './service-context.ts';
import { messageAttributes } from './span-attributes.ts';
import { pause, startJob } from './job.ts';
import { span, withoutTrace } from './trace.ts';

/** Events fetched at once, and how long the broker holds an empty request open. */
const BATCH = 50;
const FETCH_MS = 2_000;
const ACK_WAIT_MS = 30_000;
/** Failed attempts after which an event moves to `dead_letter`. An outage, however long, is no failed attempt. */
const MAX_ATTEMPTS = 20;
/** The longest wait between two attempts. */
const RETRY_MS = 30_000;

/** Retention of the ids of applied events. The broker delivers no event that is older than a week. */
const INBOX_DAYS = 30;
/** Rows that one statement deletes. */
const DELETED_AT_ONCE = 10_000;

const handled = histogram('fifteen_event_handling_duration_seconds', 'Duration of handling an event.');
const failed = counter('fifteen_event_handling_failures_total', 'Failed attempts to handle an event.');

/** One of the kinds of event. */
export type EventCase = NonNullable<Event['body']>['$case'];

type EventValue<Case extends EventCase> = Extract<NonNullable<Event['body']>, { $case: Case }>['value'];

/** Applies one event with `sql`. The function that it returns, if any, runs after the commit. */
export type EventHandler<Case extends EventCase, Context> = (
  context: Context,
  sql: Sql,
  value: EventValue<Case>,
  event: Event,
) => Promise<void | (() => void)>;

interface ConsumerOptions<Context> {
  /** The service that publishes the events. */
  owner: string;
  /** The durable consumer: the name of the service that applies them. */
  name: string;
  handlers: { readonly [Case in EventCase]?: EventHandler<Case, Context> };
}

type ConsumerContext = Pick<ServiceContext, 'db' | 'nats' | 'log' | 'lifecycle'>;

/**
 * Consumes the events of a service (`owner`) as the durable consumer `name`. The broker delivers each at least once; its
 * effect happens exactly once, because the handler runs in the transaction that writes the inbox row. Events without a
 * handler are acknowledged and leave no row. Survives a broker that lost its data. Expects the tables `inbox` and
 * `dead_letter`. A handler must be harmless for an event that it applied more than 30 days ago, because operators may
 * replay such events.
 */
export function startConsumer<Context extends ConsumerContext>(
  options: ConsumerOptions<Context>,
  context: Context,
): void {
  const { owner, name } = options;
  const { db, nats, log, lifecycle } = context;
  const abort = new AbortController();
  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      try {
        const consumer = await openConsumer(nats, owner, name);
        while (!abort.signal.aborted) await takeBatch(consumer, options, context, abort.signal);
      } catch (error) {
        if (abort.signal.aborted) return;
        log.warn({ err: error, consumer: name }, 'consumer interrupted');
        await pause(500, abort.signal);
      }
    }
  };
  const done = withoutTrace(run);
  observeDeadLetters(options, context);
  const cleanup = startJob(`inbox of ${name}`, 3_600_000, log, () => deleteOld(db, name));
  lifecycle.onStop(`consumer ${name}`, async () => {
    abort.abort();
    await Promise.all([done, cleanup.stop()]);
  });
}

/** Returns whether there is more to delete. */
async function deleteOld(db: Database, name: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM inbox WHERE (consumer, event_id) IN (SELECT consumer, event_id FROM inbox
       WHERE consumer = $1 AND at < now() - make_interval(days => $2) LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [name, INBOX_DAYS, DELETED_AT_ONCE],
  );
  return rowCount === DELETED_AT_ONCE;
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

async function takeBatch<Context extends ConsumerContext>(
  consumer: Consumer,
  options: ConsumerOptions<Context>,
  context: Context,
  signal: AbortSignal,
): Promise<void> {
  const messages = await consumer.fetch({ max_messages: BATCH, expires: FETCH_MS });
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop, { once: true });
  for await (const message of messages) await handle(message, options, context);
  signal.removeEventListener('abort', stop);
}

async function handle<Context extends ConsumerContext>(
  message: JsMsg,
  { owner, name, handlers }: ConsumerOptions<Context>,
  context: Context,
): Promise<void> {
  const { db, nats, log } = context;
  const began = performance.now();
  const record = (outcome: 'ok' | 'failed' | 'dead_lettered'): void =>
    handled.record(secondsSince(began), { consumer: name, owner, outcome });
  try {
    const event = Event.decode(message.data);
    const apply = handlerOf(event, handlers);
    if (!apply) return message.ack();
    const after = await span(
      `consume ${message.subject.slice(nats.namespace.length)}`,
      'consumer',
      () => db.tx((sql) => handleOnce(sql, name, event, () => apply(context, sql))),
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
    const attempts = message.info.deliveryCount;
    const isOutage = isAppError(error, 'SERVICE_UNAVAILABLE');
    log[isOutage ? 'warn' : 'error']({ err: error, subject: message.subject, attempts }, 'event failed');
    if (isOutage || attempts < MAX_ATTEMPTS) {
      record('failed');
      return message.nak(Math.min(attempts * attempts * 100, RETRY_MS));
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

/** Returns what applies an event, or undefined if the service has no handler for it. */
function handlerOf<Context>(event: Event, handlers: ConsumerOptions<Context>['handlers']) {
  if (!event.body) return undefined;
  const { $case, value } = event.body;
  const handler = handlers[$case] as EventHandler<typeof $case, Context> | undefined;
  return handler && ((context: Context, sql: Sql) => handler(context, sql, value as never, event));
}

/** Exports the number of dead letters, which is the same at every replica. */
function observeDeadLetters(
  { name, owner }: { name: string; owner: string },
  { db, nats, log, lifecycle }: ConsumerContext,
): void {
  const context = { log, lifecycle };
  const newest = pollMetrics(`dead letters of ${name}`, context, async () => {
    const { rows } = await db.query<{ n: number }>(
      `SELECT count(*) AS n FROM dead_letter WHERE consumer = $1 AND starts_with(subject, $2)`,
      [name, `${nats.namespace}${owner}.`],
    );
    return rows[0]?.n;
  });
  gauge('fifteen_events_dead_lettered', 'Events in the dead-letter table.', context, () => {
    const count = newest();
    return count === undefined ? undefined : [[count, { consumer: name, owner }]];
  });
  failed.add(0, { consumer: name, owner });
}

async function handleOnce(
  sql: Sql,
  consumer: string,
  event: Event,
  apply: () => Promise<void | (() => void)>,
): Promise<void | (() => void)> {
  const { rowCount } = await sql.query(
    `INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [consumer, event.id],
  );
  return rowCount === 1 ? apply() : undefined;
}
