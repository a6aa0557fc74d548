import { ensureStream, streamName, type Nats } from './nats.ts';
import type { Database } from './postgres.ts';
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
  const manager = await nats.manager();
  const { created } = await manager.streams.info(streamName(nats, owner));
  await db.query(
    `UPDATE outbox_stream SET created = $1, resend_after = CASE WHEN created IS NOT NULL THEN
         (SELECT min(id) - 1 FROM (SELECT id, at FROM outbox ORDER BY id DESC LIMIT $2) newest
           WHERE at > now() - make_interval(hours => $3)) END
      WHERE created IS DISTINCT FROM $1`,
    [created, MAX_EVENTS, MAX_AGE_HOURS],
  );
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
