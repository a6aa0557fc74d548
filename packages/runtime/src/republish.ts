import { ensureStream, requestBroker, streamName, type Nats } from './nats.ts';
import type { Database, Sql } from './postgres.ts';
import { publish, type OutboxRow } from './replay.ts';

/** Events published again in one pass. */
const PAGE = 500;
/** Bounds of the events that are published again: their number, and their age in hours. */
const MAX_EVENTS = 100_000;
const MAX_AGE_HOURS = 24;

/**
 * Publishes the events of the last day again after the broker lost its data, because some consumers may not have applied
 * them. Those that did know their ids. Progress is stored, so any replica continues. Returns whether more are left.
 */
export async function republishAfterLoss(db: Database, owner: string, nats: Nats): Promise<boolean> {
  await ensureStream(nats, owner);
  await db.tx((sql) => recordStream(sql, owner, nats));
  const { rows: left } = await db.query<{ resend_after: number }>(
    'SELECT resend_after FROM outbox_stream WHERE resend_after IS NOT NULL',
  );
  const [progress] = left;
  if (!progress) return false;
  const { rows } = await db.query<OutboxRow>(
    `SELECT id, name, payload, at FROM outbox WHERE published_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
    [progress.resend_after, PAGE],
  );
  await publish(nats, owner, rows);
  const last = rows.length === PAGE ? rows.at(-1)?.id : null;
  await db.query('UPDATE outbox_stream SET resend_after = $1 WHERE resend_after = $2', [
    last,
    progress.resend_after,
  ]);
  return rows.length === PAGE;
}

/**
 * Stores the state of the stream, and that events are to be published again if it was created anew or its last sequence
 * number is smaller than before: a server of a cluster that lost its disk gets its streams back, empty and with their
 * time of creation. A loss stays unnoticed where the stream has received as many events since as before. An isolated
 * server may respond with an old state: then the events are published once more, which does no harm.
 */
async function recordStream(sql: Sql, owner: string, nats: Nats): Promise<void> {
  // The lock orders the requests of replicas: the number of an earlier response would look like a loss. A replica that
  // holds the lock makes the same check.
  const { rowCount } = await sql.query('SELECT FROM outbox_stream FOR UPDATE SKIP LOCKED');
  if (rowCount === 0) return;
  const manager = await nats.manager();
  const { created, state } = await requestBroker(() => manager.streams.info(streamName(nats, owner)));
  await sql.query(
    `UPDATE outbox_stream SET created = $1, last_seq = $2,
         resend_after = CASE WHEN created <> $1 OR last_seq > $2 THEN
           (SELECT min(id) - 1 FROM (SELECT id, at FROM outbox ORDER BY id DESC LIMIT $3) newest
             WHERE at > now() - make_interval(hours => $4)) ELSE resend_after END
      WHERE created IS DISTINCT FROM $1 OR last_seq IS DISTINCT FROM $2`,
    [created, state.last_seq, MAX_EVENTS, MAX_AGE_HOURS],
  );
}
