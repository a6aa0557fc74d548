import { Event } from '@fifteen/proto/events';
import type { Log, Nats } from '@fifteen/runtime';

type EventBody = NonNullable<Event['body']>;

/**
 * Hands the body of each event of a subject, `<service>.<event>`, to `handle` from now on. Events may be lost. Logs an
 * error of an event, because the client of NATS stops reading its connection when a callback throws.
 */
export function subscribeToEvents(
  { nats, log }: { nats: Nats; log: Log },
  event: string,
  handle: (body: EventBody) => void,
): void {
  nats.connection.subscribe(`${nats.namespace}${event}`, {
    callback: (error, message) => {
      if (error) return;
      try {
        const { body } = Event.decode(message.data);
        if (body) handle(body);
      } catch (cause) {
        log.error({ err: cause, event }, 'handling an event failed');
      }
    },
  });
}
