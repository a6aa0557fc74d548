import type { JsMsg } from '@nats-io/jetstream';
import { Event } from '@fifteen/proto/events';
import type { OutboxServiceDefinition, ReplayResponse } from '@fifteen/proto/outbox';
import { ensureStream, requestBroker, type Nats } from './nats.ts';
import type { Sql } from './postgres.ts';
import type { Methods } from './rpc/types.ts';

/** Events that one call replays. */
const PAGE = 500;

/** What publishing needs of a row of the outbox. */
export interface OutboxRow {
  /** Grows with the order of insertion, not of commit. */
  id: number;
  /** The last part of the event's subject. */
  name: string;
  /** An encoded `Event`. */
  payload: Buffer;
  /** When it was inserted, by the clock of the database. */
  at: Date;
}

/**
 * Publishes events with the times of their rows, and `messageId` as the id under which the broker drops duplicates. It is
 * safe to repeat: consumers know an event by the id in its payload, or by its row number where an earlier version wrote no
 * id.
 * @throws SERVICE_UNAVAILABLE as `requestBroker` does
 */
export async function publish(
  nats: Nats,
  owner: string,
  rows: readonly OutboxRow[],
  messageId = (id: string): string => id,
): Promise<void> {
  const one = (row: OutboxRow): Promise<unknown> => {
    const id = Event.decode(row.payload).id || `${owner}:${row.id}`;
    // Concatenated messages merge, and the last value of a field counts: this sets fields without encoding the payload
    // again, which would drop what a newer version wrote. Earlier versions wrote a time of the process's clock, of which
    // decoders other than ts-proto's keep the fraction where this time is a whole second.
    const fields = Event.fromPartial({ id, occurredAt: row.at });
    const bytes = Buffer.concat([row.payload, Event.encode(fields).finish()]);
    return nats.js.publish(`${nats.namespace}${owner}.${row.name}`, bytes, { msgID: messageId(id) });
  };
  try {
    await Promise.all(rows.map(one));
  } catch {
    // Most likely the stream does not exist, or the broker lost it. Consumers ignore ids that they have seen.
    await ensureStream(nats, owner);
    await requestBroker(() => Promise.all(rows.map(one)));
  }
}

/** Separates the id of an event from the time of its replay, in the id of the message. */
const REPLAYED_AT = '/';

/** Whether an operator replayed the event of a message. */
export const isReplayed = ({ headers }: Pick<JsMsg, 'headers'>): boolean =>
  headers?.get('Nats-Msg-Id').includes(REPLAYED_AT) ?? false;

/** The RPC of every service with an outbox; only operators may call it. */
export const replayMethods = (
  sql: Sql,
  owner: string,
  nats: Nats,
): Methods<typeof OutboxServiceDefinition, unknown> => ({
  replay: {
    callers: ['admin'],
    handle: async (_context, { after }): Promise<ReplayResponse> => {
      const { rows } = await sql.query<OutboxRow>(
        `SELECT id, name, payload, at FROM outbox WHERE published_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
        [after, PAGE],
      );
      // The broker drops a message id that it had within two minutes, so each replay has ids of its own.
      const now = Date.now();
      await publish(nats, owner, rows, (id) => `${id}${REPLAYED_AT}${now}`);
      return { events: rows.length, last: rows.at(-1)?.id ?? after };
    },
  },
});
