import { Event } from '@fifteen/proto/events';
import type { OutboxService, ReplayAnswer } from '@fifteen/proto/outbox';
import { ensureStream, type Nats } from './nats.ts';
import type { Sql } from './postgres.ts';
import type { Access, Handlers } from './rpc/types.ts';

/** Facts that are replayed by one call. */
const PAGE = 500;

/** A row of the outbox, as far as the broker is concerned. */
export interface Told {
  id: number;
  name: string;
  payload: Buffer;
}

/**
 * Publishes events as they are, with `messageId` as the id under which the broker drops duplicates. It is safe to repeat:
 * consumers know an event by the id in its payload. Rows of earlier versions have none there and are known by their number.
 */
export async function publish(
  nats: Nats,
  owner: string,
  rows: readonly Told[],
  messageId = (id: string): string => id,
): Promise<void> {
  const one = (row: Told): Promise<unknown> => {
    const id = Event.decode(row.payload).id || `${owner}:${row.id}`;
    // Concatenated messages merge: this sets the id without encoding the payload again.
    const bytes = Buffer.concat([Event.encode(Event.fromPartial({ id })).finish(), row.payload]);
    return nats.js.publish(`${nats.namespace}${owner}.${row.name}`, bytes, { msgID: messageId(id) });
  };
  try {
    await Promise.all(rows.map(one));
  } catch {
    // Most likely the stream is not there, or gone with the broker's data. What was published is known by its id.
    await ensureStream(nats, owner);
    await Promise.all(rows.map(one));
  }
}

/** Only the operators may have facts told again. */
export const replayAccess: Access<typeof OutboxService> = { replay: ['admin'] };

/** The calls of every service with an outbox. */
export const replayHandlers = (sql: Sql, owner: string, nats: Nats): Handlers<typeof OutboxService> => ({
  replay: async ({ after }): Promise<ReplayAnswer> => {
    const { rows } = await sql.query<Told>(
      `SELECT id, name, payload FROM outbox WHERE published_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
      [after, PAGE],
    );
    // The broker drops what it has had within two minutes: each replay has names of its own.
    const now = Date.now();
    await publish(nats, owner, rows, (id) => `${id}/${now}`);
    return { facts: rows.length, last: rows.at(-1)?.id ?? after };
  },
});
