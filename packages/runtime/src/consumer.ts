import { AckPolicy, DeliverPolicy, type Consumer, type JsMsg } from '@nats-io/jetstream';
import {
  applyEvents,
  FailureCounts,
  handlingFailures,
  MAX_UNACKNOWLEDGED,
  type BatchContext,
  type ConsumerContext,
  type ConsumerOptions,
} from './event-batch.ts';
import { pollMetrics } from './metrics/poll.ts';
import { gauge, secondsSince } from './metrics/meter.ts';
import { ensureStream, streamName, type Nats } from './nats.ts';
import type { Database } from './postgres.ts';
import { pause, startJob } from './job.ts';
import { withoutTrace } from './trace.ts';

/** Events applied at once, and how long the broker holds an empty request open. */
const BATCH = 50;
const FETCH_MS = 2_000;
/**
 * How long the events that a killed process took wait for another. Twice the longest statement of a handler: an event that
 * is delivered again while it is applied waits for its inbox row, and changes nothing.
 */
const ACK_WAIT_MS = 10_000;
/** Usual pause after a batch, in which the events of busy moments gather for the next one. */
const GATHER_MS = 50;

/** Retention of the ids of applied events. The broker delivers no event that is older than a week. */
const INBOX_DAYS = 30;
/** Rows that one statement deletes. */
const DELETE_BATCH = 10_000;

/**
 * Consumes the events of a service (`owner`) as the durable consumer `name`. The broker delivers each at least once; its
 * effect happens exactly once, because the handler runs in the transaction that writes the inbox row. Events that are ready
 * share a transaction. Events without a handler are acknowledged and leave no row. Survives a broker that lost its data.
 * Expects the tables `inbox` and `dead_letter`. A handler must be harmless for an event that it applied more than 30 days
 * ago, because operators may replay such events.
 */
export function startConsumer<Context extends ConsumerContext>(
  options: ConsumerOptions<Context>,
  context: Context,
): void {
  const { owner, name } = options;
  const { db, nats, log, lifecycle } = context;
  const abort = new AbortController();
  const batchContext = { options, context, failures: new FailureCounts() };
  let lastFetch = performance.now();
  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      try {
        const consumer = await openConsumer(nats, owner, name);
        while (!abort.signal.aborted) {
          await takeEvents(consumer, batchContext, abort.signal);
          lastFetch = performance.now();
        }
      } catch (error) {
        if (abort.signal.aborted) return;
        log.warn({ err: error, consumer: name }, 'consumer interrupted');
        await pause(500, abort.signal);
      }
    }
  };
  const done = withoutTrace(run);
  observeDeadLetters(options, context);
  gauge('fifteen_events_last_fetch_age_seconds', 'Time since events were last fetched.', context, () => [
    [secondsSince(lastFetch), { consumer: name, owner }],
  ]);
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
    [name, INBOX_DAYS, DELETE_BATCH],
  );
  return rowCount === DELETE_BATCH;
}

async function openConsumer(nats: Nats, owner: string, name: string): Promise<Consumer> {
  await ensureStream(nats, owner);
  const stream = streamName(nats, owner);
  const { consumers } = await nats.manager();
  const settings = { ack_wait: ACK_WAIT_MS * 1_000_000, max_ack_pending: MAX_UNACKNOWLEDGED };
  const existing = await consumers.info(stream, name).catch(() => undefined);
  if (!existing) {
    const policies = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All };
    await consumers.add(stream, { durable_name: name, ...policies, ...settings });
  } else if (
    existing.config.ack_wait !== settings.ack_wait ||
    existing.config.max_ack_pending !== settings.max_ack_pending
  ) {
    await consumers.update(stream, name, settings);
  }
  return nats.js.consumers.get(stream, name);
}

async function takeEvents<Context extends ConsumerContext>(
  consumer: Consumer,
  batchContext: BatchContext<Context>,
  signal: AbortSignal,
): Promise<void> {
  const messages = await consumer.fetch({ max_messages: BATCH, expires: FETCH_MS });
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    let batch: JsMsg[] = [];
    for await (const message of messages) {
      batch.push(message);
      if (messages.getPending() > 0) continue;
      await applyEvents(batch, batchContext);
      if (batch.length < BATCH) await pause(batchContext.options.gatherMs ?? GATHER_MS, signal);
      batch = [];
    }
    if (batch.length > 0) await applyEvents(batch, batchContext);
  } finally {
    signal.removeEventListener('abort', stop);
  }
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
  handlingFailures.add(0, { consumer: name, owner });
}
