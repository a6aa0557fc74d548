import type { JsMsg } from '@nats-io/jetstream';
import { Event } from '@fifteen/proto/events';
import { isAppError } from './app-error.ts';
import { counter, histogram, secondsSince } from './metrics/meter.ts';
import type { Sql } from './postgres.ts';
import { isReplayed } from './replay.ts';
import type { ServiceContext } from './service-context.ts';
import { messageAttributes } from './span-attributes.ts';
import { span } from './trace.ts';

/**
 * Failed attempts of one replica after which an event moves to `dead_letter`. An outage, however long, is no failed attempt;
 * a defect of an upstream is one.
 */
const MAX_ATTEMPTS = 20;
/** Events of a consumer that wait for an acknowledgement at once, in all replicas; the broker delivers no others meanwhile. */
export const MAX_UNACKNOWLEDGED = 1_000;
/** The longest wait between two attempts. */
const RETRY_MS = 30_000;

const handled = histogram('fifteen_event_handling_duration_seconds', 'Duration of handling an event.');
/** Bounds in seconds: an event takes milliseconds, and the alert EventsDelayed needs a minute. */
const AGES = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];
const eventAge = histogram('fifteen_event_age_seconds', 'Age of an event when it was applied.', AGES);
export const handlingFailures = counter(
  'fifteen_event_handling_failures_total',
  'Failed attempts to handle an event.',
);

/** One of the kinds of event. */
export type EventCase = NonNullable<Event['body']>['$case'];

type EventValue<Case extends EventCase> = Extract<NonNullable<Event['body']>, { $case: Case }>['value'];

type AfterCommit = () => void;

/** Applies one event with `sql`. The function that it returns, if any, runs after the commit. */
export type EventHandler<Case extends EventCase, Context> = (
  context: Context,
  sql: Sql,
  value: EventValue<Case>,
  event: Event,
) => Promise<void | AfterCommit>;

/** Applies several events of one kind at once, in the order of the stream, as an {@link EventHandler} applies one. */
export interface BatchHandler<Case extends EventCase, Context> {
  all: (context: Context, sql: Sql, values: readonly EventValue<Case>[]) => Promise<void | AfterCommit>;
}

type Handler<Case extends EventCase, Context> = EventHandler<Case, Context> | BatchHandler<Case, Context>;

export type ConsumerContext = Pick<ServiceContext, 'db' | 'nats' | 'log' | 'lifecycle'>;

export interface ConsumerOptions<Context> {
  /** The service that publishes the events. */
  owner: string;
  /** The durable consumer: the name of the service that applies them. */
  name: string;
  handlers: { readonly [Case in EventCase]?: Handler<Case, Context> };
  /**
   * Gives each event a transaction of its own, for handlers that call services, have transactions of their own, or take locks
   * for which several events have no common order.
   */
  isolated?: true;
  /** Milliseconds of the pause after a batch, in which the next one gathers: longer where no player waits for the events. */
  gatherMs?: number;
}

/** A message with its event, and what applies that. */
interface Delivery<Context> {
  message: JsMsg;
  event: Event;
  value: EventValue<EventCase>;
  handler: Handler<EventCase, Context>;
}

/** What applying a batch needs. */
export interface BatchContext<Context> {
  options: ConsumerOptions<Context>;
  context: Context;
  failures: FailureCounts;
}

/**
 * Counts the failed attempts of a consumer by event. The broker's count of deliveries does not serve: an outage, an expired
 * acknowledgement and a crash deliver an event again, too, and a long outage exceeds each bound. A restart begins anew, and
 * each replica counts its own attempts, so an event is tried at most `MAX_ATTEMPTS` times by each, within minutes.
 */
export class FailureCounts {
  readonly #counts = new Map<string, number>();

  /** Counts a failed attempt. Returns how many the event has. */
  add(message: JsMsg): number {
    const id = eventIdOf(message);
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.delete(id);
    this.#counts.set(id, count);
    // An event that another replica applied keeps its count. It is the oldest, because those that wait fail again.
    const [oldest] = this.#counts.size > MAX_UNACKNOWLEDGED ? this.#counts.keys() : [];
    if (oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }

  /** Deletes the counts of events that are done. */
  delete(messages: readonly JsMsg[]): void {
    if (this.#counts.size > 0) for (const message of messages) this.#counts.delete(eventIdOf(message));
  }
}

/** Returns the id of a message's event. It is empty for all messages that are no events, and none of these ever succeeds. */
function eventIdOf({ data }: JsMsg): string {
  try {
    return Event.decode(data).id;
  } catch {
    return '';
  }
}

/**
 * Applies delivered events in one transaction, in the order of the stream, and acknowledges them. When that fails, each is
 * applied in a transaction of its own, so that only those that cannot be applied are delivered again.
 */
export async function applyEvents<Context extends ConsumerContext>(
  messages: readonly JsMsg[],
  batch: BatchContext<Context>,
): Promise<void> {
  if (messages.length > 1 && !batch.options.isolated && (await applyTogether(messages, batch))) return;
  for (const message of messages) await applyOne(message, batch);
}

/** Returns false when the events were not applied: one has failed, or a lock that another replica holds. */
async function applyTogether<Context extends ConsumerContext>(
  messages: readonly JsMsg[],
  batch: BatchContext<Context>,
): Promise<boolean> {
  const { options, context, failures } = batch;
  const began = performance.now();
  try {
    const deliveries = messages.flatMap((message) => deliveryOf(message, options));
    if (deliveries.length > 0) {
      const links = deliveries.map(({ event }) => event);
      const attributes = {
        'messaging.batch.message_count': deliveries.length,
        'messaging.consumer.group.name': options.name,
      };
      const apply = () => context.db.tx((sql) => applyNew(sql, deliveries, batch));
      const name = `consume ${options.owner} batch`;
      for (const after of await span(name, 'consumer', apply, { links, attributes })) after();
    }
    for (const message of messages) message.ack();
    failures.delete(messages);
    deliveries.forEach(() => record('ok', began, options));
    return true;
  } catch (error) {
    context.log.info({ err: error, consumer: options.name, events: messages.length }, 'event batch failed');
    return false;
  }
}

async function applyOne<Context extends ConsumerContext>(
  message: JsMsg,
  batch: BatchContext<Context>,
): Promise<void> {
  const { options, context, failures } = batch;
  const began = performance.now();
  try {
    const [delivery] = deliveryOf(message, options);
    if (!delivery) return message.ack();
    const apply = () => context.db.tx((sql) => applyNew(sql, [delivery], batch));
    for (const after of await consumeSpan(delivery, batch, apply)) after();
    message.ack();
    failures.delete([message]);
    record('ok', began, options);
  } catch (error) {
    record(await rejectMessage(message, error, batch), began, options);
  }
}

/** Has a message delivered again later, or moves it to the dead letters. */
async function rejectMessage<Context extends ConsumerContext>(
  message: JsMsg,
  error: unknown,
  { options: { owner, name }, context: { db, log }, failures }: BatchContext<Context>,
): Promise<'failed' | 'dead_lettered'> {
  handlingFailures.add(1, { consumer: name, owner });
  const isOutage = isAppError(error, 'SERVICE_UNAVAILABLE') && !error.details.isDefect;
  const attempts = isOutage ? message.info.deliveryCount : failures.add(message);
  log[isOutage ? 'warn' : 'error']({ err: error, subject: message.subject, attempts }, 'event failed');
  if (isOutage || attempts < MAX_ATTEMPTS) {
    message.nak(Math.min(attempts * attempts * 100, RETRY_MS));
    return 'failed';
  }
  await db.query(`INSERT INTO dead_letter (consumer, subject, payload, error) VALUES ($1, $2, $3, $4)`, [
    name,
    message.subject,
    Buffer.from(message.data),
    error instanceof Error ? error.message : String(error),
  ]);
  // Without a reason, which servers before 2.10 do not understand: they would deliver the event again.
  message.term();
  failures.delete([message]);
  return 'dead_lettered';
}

/** Returns the event of a message; nothing if the service has no handler for it. */
function deliveryOf<Context>(message: JsMsg, { handlers }: ConsumerOptions<Context>): Delivery<Context>[] {
  const event = Event.decode(message.data);
  if (!event.body) return [];
  const { $case, value } = event.body;
  const handler = handlers[$case] as Handler<EventCase, Context> | undefined;
  return handler ? [{ message, event, value, handler }] : [];
}

/** Applies those of the events that the inbox does not have yet. Returns what to run after the commit. */
async function applyNew<Context extends ConsumerContext>(
  sql: Sql,
  deliveries: readonly Delivery<Context>[],
  batch: BatchContext<Context>,
): Promise<AfterCommit[]> {
  const { options, context } = batch;
  const isNew = await insertIntoInbox(sql, deliveries, options.name);
  // The broker may deliver an event twice in one batch.
  const added = deliveries.filter(({ event }) => isNew.delete(event.id));
  const afterCommits: (void | AfterCommit)[] = [];
  for (const [first, ...others] of runsOf(added)) {
    const { handler, event, value } = first;
    const values = [first, ...others].map((delivery) => delivery.value);
    const apply = async () =>
      typeof handler === 'function' ? handler(context, sql, value, event) : handler.all(context, sql, values);
    const hasOwnSpan = deliveries.length > 1 && others.length === 0;
    afterCommits.push(await (hasOwnSpan ? consumeSpan(first, batch, apply) : apply()));
  }
  return [() => added.forEach((one) => recordAge(one, options)), ...afterCommits].filter(
    (after) => after !== undefined,
  );
}

/** Records how late an event was applied. Events that operators replay are old, which is no lag of the consumer. */
function recordAge<Context>(
  { message, event: { occurredAt } }: Delivery<Context>,
  { name, owner }: ConsumerOptions<Context>,
): void {
  if (!occurredAt || isReplayed(message)) return;
  eventAge.record((Date.now() - occurredAt.getTime()) / 1_000, { consumer: name, owner });
}

type Run<Context> = [Delivery<Context>, ...Delivery<Context>[]];

/** Returns the events that one call of a handler applies, call by call. */
function runsOf<Context>(deliveries: readonly Delivery<Context>[]): Run<Context>[] {
  const runs: Run<Context>[] = [];
  for (const delivery of deliveries) {
    const last = runs.at(-1);
    if (last && typeof delivery.handler === 'object' && last[0].handler === delivery.handler)
      last.push(delivery);
    else runs.push([delivery]);
  }
  return runs;
}

async function insertIntoInbox(
  sql: Sql,
  deliveries: readonly { event: Event }[],
  consumer: string,
): Promise<Set<string>> {
  // In one order, so that replicas with the same events do not deadlock.
  const ids = deliveries.map(({ event }) => event.id).toSorted();
  const { rows } = await sql.query<{ event_id: string }>(
    `INSERT INTO inbox (consumer, event_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING RETURNING event_id`,
    [consumer, ids],
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Runs `work` as a span of the trace that caused an event. */
const consumeSpan = <Context extends ConsumerContext, T>(
  { message: { subject }, event }: Delivery<Context>,
  { options: { name }, context: { nats } }: BatchContext<Context>,
  work: () => Promise<T>,
): Promise<T> =>
  span(`consume ${subject.slice(nats.namespace.length)}`, 'consumer', work, {
    parent: event,
    attributes: {
      ...messageAttributes(subject),
      'messaging.consumer.group.name': name,
      'messaging.message.id': event.id,
    },
  });

const record = <Context>(
  outcome: 'ok' | 'failed' | 'dead_lettered',
  began: number,
  { name, owner }: ConsumerOptions<Context>,
): void => handled.record(secondsSince(began), { consumer: name, owner, outcome });
