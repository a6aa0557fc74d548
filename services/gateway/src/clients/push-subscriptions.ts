import { Push } from '@fifteen/proto/events';
import {
  messageAttributes,
  pause,
  pushSubject,
  spanIfTraced,
  type Log,
  type Nats,
  type PushBody,
} from '@fifteen/runtime';

type Listener = (body: PushBody) => void;

/** Timeout of the broker in milliseconds. */
const SETTLE_MS = 500;

/**
 * Subscriptions to the pushes of users and rooms: one per subject for all listeners of this replica, and none without
 * listeners.
 */
export class PushSubscriptions {
  readonly #nats: Nats;
  readonly #log: Log;
  readonly #listeners = new Map<string, { listeners: Set<Listener>; stop: () => void }>();

  constructor(nats: Nats, log: Log) {
    this.#nats = nats;
    this.#log = log;
  }

  /** Subscribes to the pushes of a user or a room. Returns the function that unsubscribes. */
  subscribe(kind: 'user' | 'room', id: string, listener: Listener): () => void {
    const subject = pushSubject(this.#nats, kind, id);
    const entry = this.#listeners.get(subject) ?? this.#open(kind, subject);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0 || this.#listeners.get(subject) !== entry) return;
      this.#listeners.delete(subject);
      entry.stop();
    };
  }

  /** Resolves when the broker knows every subscription made so far, or is unavailable. */
  async settled(): Promise<void> {
    if (!this.#nats.isConnected) return;
    const flushed = this.#nats.connection.flush().catch(() => undefined);
    await Promise.race([flushed, pause(SETTLE_MS)]);
  }

  #open(kind: 'user' | 'room', subject: string) {
    const listeners = new Set<Listener>();
    const attributes = messageAttributes(subject, pushSubject(this.#nats, kind, '{id}'));
    const subscription = this.#nats.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) void this.#hand(listeners, message.data, attributes);
      },
    });
    const entry = { listeners, stop: () => subscription.unsubscribe() };
    this.#listeners.set(subject, entry);
    return entry;
  }

  /** A push that fails must not end the subscription. */
  async #hand(
    listeners: ReadonlySet<Listener>,
    data: Uint8Array,
    attributes: ReturnType<typeof messageAttributes>,
  ): Promise<void> {
    try {
      const push = Push.decode(data);
      const { body } = push;
      if (!body) return;
      const notify = async (): Promise<void> => {
        for (const listener of listeners) listener(body);
      };
      await spanIfTraced(`push ${body.$case}`, 'consumer', notify, { parent: push, attributes });
    } catch (error) {
      this.#log.error({ err: error }, 'handling a push failed');
    }
  }
}
