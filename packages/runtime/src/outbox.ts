import { randomUUID } from 'node:crypto';
import { Event } from '@fifteen/proto/events';
import type { OutboxServiceDefinition } from '@fifteen/proto/outbox';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { pollMetrics } from './metrics/poll.ts';
import { gauge } from './metrics/meter.ts';
import type { Nats } from './nats.ts';
import type { Database, Sql } from './postgres.ts';
import { publish, replayMethods, type OutboxRow } from './replay.ts';
import { republishAfterLoss } from './republish.ts';
import type { Methods } from './rpc/types.ts';
import { pause, startJob } from './job.ts';
import { traceparent } from './trace.ts';

/** A domain event to publish. `name` is the last part of its subject (`finished` in `game.finished`). */
export interface OutboxEvent {
  name: string;
  /** The user or game that changed. */
  aggregateId: string;
  /** The aggregate's version after the event; 0 where it has none. */
  aggregateVersion?: number;
  body: NonNullable<Event['body']>;
}

/** Writes events in the transaction that caused them. The publisher sends them after its commit. */
export async function writeOutbox(sql: Sql, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => encodeEvent(event));
  await sql.query(OUTBOX_INSERT, [
    rows.map((row) => row.name),
    rows.map((row) => row.aggregateId),
    rows.map((row) => row.payload),
  ]);
}

/**
 * Returns name, aggregate id and payload of an event, for statements that insert their own outbox rows. The payload holds
 * a new id, by which consumers know the event: row numbers are issued again by a database that was restored from a backup.
 * It holds no time: the publisher adds that of the row.
 * @param trace of its cause, where that is not the current span
 */
export function encodeEvent(
  { name, aggregateId, aggregateVersion = 0, body }: OutboxEvent,
  trace = traceparent(),
): { name: string; aggregateId: string; payload: Buffer } {
  const event = Event.fromPartial({
    id: randomUUID(),
    aggregateId,
    aggregateVersion,
    traceparent: trace,
  });
  event.body = body;
  return { name, aggregateId, payload: Buffer.from(Event.encode(event).finish()) };
}

const OUTBOX_INSERT = `INSERT INTO outbox (name, aggregate_id, payload)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])`;

/** Rows published at once: their transaction must end well within its idle limit. */
const BATCH = 100;
const POLL_MS = 1_000;
/** Pause after a pass that has published events, in which the events of busy moments gather for the next one. */
const GATHER_MS = 20;
/** Interval between two checks for a stream that the broker lost; each new connection causes a check, too. */
const LOSS_CHECK_MS = 30_000;
/** Retention of ephemeral events after they were published. */
const KEEP_DAYS = 14;
/** Rows that one statement deletes. */
const DELETE_BATCH = 10_000;

/** Publishes events from the outbox to the broker, in every replica at once: each skips rows that another has locked. */
export interface OutboxPublisher {
  /** Starts the next pass now, because a transaction with events was committed. */
  wake(): void;
}

/** A publisher whose events operators may replay: `serveRpc` serves its methods beside the service's own. */
export interface ReplayableOutbox extends OutboxPublisher {
  readonly methods: Methods<typeof OutboxServiceDefinition, unknown>;
}

/**
 * Starts the publisher of a service's events to its stream. Expects the table `outbox` (see the README). Events are kept
 * for ever, because others build on them, unless their service deletes them (docs/retention.md). Those named in
 * `ephemeral` only make clients query again, so they are deleted after 14 days.
 */
export function startOutboxPublisher(
  options: { owner: string; db: Database; nats: Nats; ephemeral?: readonly string[] },
  context: { log: Log; lifecycle: Lifecycle },
): ReplayableOutbox {
  const { owner, db, nats, ephemeral = [] } = options;
  const publisher = startJob('outbox', POLL_MS, context.log, async () => {
    const published = nats.isConnected ? await db.tx((sql) => publishBatch(sql, owner, nats)) : 0;
    if (published > 0 && published < BATCH) await pause(GATHER_MS);
    return published === BATCH;
  });
  const cleanup = startJob('outbox cleanup', 3_600_000, context.log, async () => {
    if (ephemeral.length === 0) return false;
    const { rowCount } = await db.query(
      `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
         WHERE name = ANY($1) AND published_at < now() - make_interval(days => $2) LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      [ephemeral, KEEP_DAYS, DELETE_BATCH],
    );
    return rowCount === DELETE_BATCH;
  });
  const republish = startJob('outbox republication', LOSS_CHECK_MS, context.log, async () =>
    nats.isConnected ? republishAfterLoss(db, owner, nats) : false,
  );
  nats.onReconnect(() => republish.wake());
  context.lifecycle.onStop('outbox', () => Promise.all([publisher.stop(), cleanup.stop(), republish.stop()]));
  observeOutbox(db, context);
  return { wake: () => publisher.wake(), methods: replayMethods(db, owner, nats) };
}

/** Returns the number of published events. */
async function publishBatch(sql: Sql, owner: string, nats: Nats): Promise<number> {
  const [, { rows }] = await Promise.all([
    // A crash may lose that these events were published: then they are published again, as after any crash here.
    sql.query('SET LOCAL synchronous_commit = off'),
    sql.query<OutboxRow>(
      `SELECT id, name, payload, at FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [BATCH],
    ),
  ]);
  if (rows.length === 0) return 0;
  await publish(nats, owner, rows);
  await sql.query(`UPDATE outbox SET published_at = now() WHERE id = ANY($1::bigint[])`, [
    rows.map((row) => row.id),
  ]);
  return rows.length;
}

interface Backlog {
  events: number;
  /** Seconds. */
  oldest: number;
}

/** Exports the backlog of the outbox, which is the same at every replica. */
function observeOutbox(db: Sql, context: { log: Log; lifecycle: Lifecycle }): void {
  const newest = pollMetrics('outbox', context, async () => {
    const { rows } = await db.query<Backlog>(
      `SELECT count(*) AS events, coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS oldest
       FROM outbox WHERE published_at IS NULL`,
    );
    return rows[0];
  });
  gauge('fifteen_outbox_pending_events', 'Committed events that are not published yet.', context, () => {
    const row = newest();
    return row && [[row.events]];
  });
  gauge('fifteen_outbox_oldest_event_age_seconds', 'Age of the oldest pending event.', context, () => {
    const row = newest();
    return row && [[row.oldest]];
  });
}
