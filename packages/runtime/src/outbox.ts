import { randomUUID } from 'node:crypto';
import { Event } from '@fifteen/proto/events';
import type { OutboxService } from '@fifteen/proto/outbox';
import type { Lifecycle } from './lifecycle.ts';
import type { Log } from './log.ts';
import { figures } from './metrics/figures.ts';
import { gauge } from './metrics/meter.ts';
import type { Nats } from './nats.ts';
import type { Database, Sql } from './postgres.ts';
import { publish, replayHandlers, type Told } from './replay.ts';
import { resendAfterLoss } from './resend.ts';
import type { Handlers } from './rpc/types.ts';
import { sweep } from './sweep.ts';
import { traceparent } from './trace.ts';

/** A fact to be told: `name` is the last part of its subject (`finished` in `game.finished`). */
export interface Fact {
  name: string;
  aggregateId: string;
  /** The aggregate's version after the fact; 0 where it has none. */
  aggregateVersion?: number;
  body: NonNullable<Event['body']>;
}

/** Writes facts beside what made them true, in the same transaction. They are published after its commit. */
export async function writeOutbox(sql: Sql, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map((fact) => encodeFact(fact));
  await sql.query(OUTBOX_INSERT, [
    rows.map((row) => row.name),
    rows.map((row) => row.aggregateId),
    rows.map((row) => row.payload),
  ]);
}

/**
 * Returns name, aggregate id and payload of an event, for statements that insert their own outbox rows. The payload holds
 * a new id, by which consumers know the event: row numbers are issued again by a database that was restored from a backup.
 * @param trace of its cause, where that is not what runs now
 */
export function encodeFact(
  fact: Fact,
  trace = traceparent(),
): { name: string; aggregateId: string; payload: Buffer } {
  const event = Event.fromPartial({
    id: randomUUID(),
    occurredAt: new Date(),
    aggregateId: fact.aggregateId,
    aggregateVersion: fact.aggregateVersion ?? 0,
    traceparent: trace,
  });
  event.body = fact.body;
  return {
    name: fact.name,
    aggregateId: fact.aggregateId,
    payload: Buffer.from(Event.encode(event).finish()),
  };
}

const OUTBOX_INSERT = `INSERT INTO outbox (name, aggregate_id, payload)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])`;

/** Rows published at once; their transaction must end well within its idle limit. */
const BATCH = 100;
const POLL_MS = 1_000;
/** How often the stream is compared with the one that was known, besides at every new connection. */
const LOSS_POLL_MS = 30_000;
/** News are kept for so long after they were published. */
const KEEP_DAYS = 14;
/** Rows that are deleted at once. */
const SWEPT = 10_000;

/** Carries facts from the outbox to the broker, in every replica at once; rows are skipped while another has them. */
export interface Relay {
  /** Says that facts were committed just now. */
  kick(): void;
}

/** A relay whose facts the operators may have told again: `serveRpc` serves that beside a service's own calls. */
export interface Outbox extends Relay {
  readonly replay: Handlers<typeof OutboxService>;
}

/**
 * Starts the relay of a service's facts to its stream. Expects the table `outbox` (see the README). Facts are kept for
 * ever, because others build on them; those whose names are `news` only say that something is to be asked for again.
 */
export function startRelay(
  options: { owner: string; db: Database; nats: Nats; news?: readonly string[] },
  context: { log: Log; lifecycle: Lifecycle },
): Outbox {
  const { owner, db, nats, news = [] } = options;
  const loop = sweep(
    'outbox',
    POLL_MS,
    context.log,
    async () => nats.up && db.tx((sql) => publishBatch(sql, owner, nats)),
  );
  const cleanup = sweep('outbox cleanup', 3_600_000, context.log, async () => {
    if (news.length === 0) return false;
    const { rowCount } = await db.query(
      `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox
         WHERE name = ANY($1) AND published_at < now() - make_interval(days => $2) LIMIT $3 FOR UPDATE SKIP LOCKED)`,
      [news, KEEP_DAYS, SWEPT],
    );
    return rowCount === SWEPT;
  });
  const resend = sweep('outbox after a loss', LOSS_POLL_MS, context.log, async () =>
    nats.up ? resendAfterLoss(db, owner, nats) : false,
  );
  nats.onReconnect(() => resend.kick());
  context.lifecycle.onStop('outbox', () => Promise.all([loop.stop(), cleanup.stop(), resend.stop()]));
  observeOutbox(db, context);
  return { kick: () => loop.kick(), replay: replayHandlers(db, owner, nats) };
}

async function publishBatch(sql: Sql, owner: string, nats: Nats): Promise<boolean> {
  const { rows } = await sql.query<Told>(
    `SELECT id, name, payload FROM outbox WHERE published_at IS NULL ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [BATCH],
  );
  if (rows.length === 0) return false;
  await publish(nats, owner, rows);
  await sql.query(`UPDATE outbox SET published_at = now() WHERE id = ANY($1::bigint[])`, [
    rows.map((row) => row.id),
  ]);
  return rows.length === BATCH;
}

interface Unsent {
  unsent: number;
  /** Seconds. */
  oldest: number;
}

/** What waits to be told: the same at every replica. */
function observeOutbox(db: Sql, context: { log: Log; lifecycle: Lifecycle }): void {
  const newest = figures('outbox', context, async () => {
    const { rows } = await db.query<Unsent>(
      `SELECT count(*) AS unsent, coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS oldest
       FROM outbox WHERE published_at IS NULL`,
    );
    return rows[0];
  });
  gauge('fifteen_outbox_pending_events', 'Committed events that are not published yet.', context, () => {
    const row = newest();
    return row && [[row.unsent]];
  });
  gauge('fifteen_outbox_oldest_event_age_seconds', 'Age of the oldest pending event.', context, () => {
    const row = newest();
    return row && [[row.oldest]];
  });
}
