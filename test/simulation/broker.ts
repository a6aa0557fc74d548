import type { Nats, PushBody } from '@fifteen/runtime';
import { Push } from '@fifteen/proto/events';
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { jserrors } from '@nats-io/jetstream/internal';
import { errors } from '@nats-io/transport-node';
import { clock } from './clock.ts';
import { CONVERGENCE_MS } from './convergence.ts';
import { Process } from './process.ts';
import type { World } from './world.ts';

const DUPLICATE_WINDOW_MS = 120_000;

/** What the client throws for a resource that the broker does not have. */
const notFound = (what: 'stream' | 'consumer'): JetStreamApiError =>
  new JetStreamApiError({
    code: 404,
    err_code: JetStreamApiCodes[what === 'stream' ? 'StreamNotFound' : 'ConsumerNotFound'],
    description: `${what} not found`,
  });

/** What the client throws for a publication to a stream that does not exist: no server subscribes to its subjects. */
function noStreamFor(subject: string): Error {
  const cause = new errors.NoRespondersError(subject);
  return new jserrors.JetStreamNotEnabled('jetstream is not enabled', {
    cause: new errors.RequestError(cause.message, { cause }),
  });
}

interface Stored {
  subject: string;
  data: Uint8Array;
}

/** A message that a durable consumer has not acknowledged. */
interface Pending {
  message: Stored;
  /** When it may be delivered, or delivered again. */
  at: number;
  deliveries: number;
  /** The process that took it last, and neither acknowledged nor rejected it. */
  taker?: Process | undefined;
}

interface Stream {
  created: string;
  messages: Stored[];
  /** When each message id was stored. */
  ids: Map<string, number>;
  consumers: Map<string, Consumer>;
}

/** Settings of a durable consumer that the product compares with its own. */
interface ConsumerConfig {
  durable_name: string;
  ack_wait: number;
  max_ack_pending: number;
}

/** A durable consumer, which all replicas of a service share. */
class Consumer {
  readonly pending: Pending[] = [];
  readonly config: ConsumerConfig;
  readonly #waiting = new Set<() => void>();

  constructor(config: ConsumerConfig) {
    this.config = config;
  }

  /** Milliseconds until a delivered message is delivered again. */
  get ackWaitMs(): number {
    return this.config.ack_wait / 1_000_000;
  }

  add(message: Stored, at: number): void {
    this.pending.push({ message, at, deliveries: 0 });
    for (const wake of this.#waiting) wake();
  }

  remove(one: Pending): void {
    const index = this.pending.indexOf(one);
    if (index >= 0) this.pending.splice(index, 1);
  }

  /** Resolves when a message may be due, at the latest at `until`. */
  next(until: number): Promise<void> {
    return new Promise((resolve) => {
      const at = Math.min(until, ...this.pending.map((one) => Math.max(one.at, clock.elapsed + 1)));
      const wake = (): void => {
        cancel();
        this.#waiting.delete(wake);
        resolve();
      };
      const cancel = clock.after(at - clock.elapsed, wake);
      this.#waiting.add(wake);
    });
  }
}

/**
 * The broker: streams with durable consumers, and pushes to the players. It loses publications and their confirmations,
 * delivers late, twice and in another order, is unreachable for a while, and once in a while has lost everything.
 */
export class Broker {
  readonly #world: World;
  readonly #streams = new Map<string, Stream>();
  readonly #onReconnect = new Set<{ process: Process; listener: () => void }>();
  isUp = true;

  constructor(world: World) {
    this.#world = world;
  }

  /** Takes the broker away for a while, perhaps with all it stored. */
  stop(ms: number, losesData: boolean): void {
    this.isUp = false;
    if (losesData) this.#streams.clear();
    clock.after(ms, () => {
      this.isUp = true;
      this.#reconnect();
    });
  }

  /** Returns the connection of a process, with what the product uses of it. */
  connect(process: Process): Nats {
    process.onCrash(() => this.#checkTaken(process));
    const isUp = (): boolean => this.isUp;
    const nats = {
      namespace: '',
      streams: { replicas: 1, maxBytes: 0 },
      get isConnected() {
        return isUp();
      },
      onReconnect: (listener: () => void) => this.#onReconnect.add({ process, listener }),
      connection: {
        publish: (subject: string, bytes: Uint8Array) => this.#push(process, subject, bytes),
        flush: async () => undefined,
      },
      js: {
        publish: async (subject: string, data: Uint8Array, { msgID }: { msgID: string }) =>
          this.#publish(process, subject, data, msgID),
        consumers: { get: async (stream: string, name: string) => this.#consumer(process, stream, name) },
      },
      manager: async () => this.#manager(process),
    };
    return nats as unknown as Nats;
  }

  #push(process: Process, subject: string, bytes: Uint8Array): void {
    const { faults, noise } = this.#world;
    if (!process.isAlive || !this.isUp || faults.happens('lost push', 0.02)) return;
    const [, kind, id = ''] = subject.split('.');
    const { body } = Push.decode(bytes);
    Process.outside(() =>
      clock.after(noise.between(0.5, 10), () =>
        this.#world.pushed(kind as 'user' | 'room', id, body as PushBody),
      ),
    );
  }

  #publish(process: Process, subject: string, data: Uint8Array, id: string): { seq: number } {
    const { faults } = this.#world;
    this.#beginRequest(process);
    const stream = this.#streams.get(subject.split('.')[0] ?? '');
    if (!stream) throw noStreamFor(subject);
    if (faults.happens('lost publication', 0.1)) throw new errors.TimeoutError();
    const before = stream.ids.get(id);
    if (before !== undefined && clock.elapsed - before < DUPLICATE_WINDOW_MS)
      this.#world.saw('duplicate publication');
    else this.#store(stream, { subject, data }, id);
    if (faults.happens('lost confirmation of a publication', 0.1)) throw new errors.TimeoutError();
    return { seq: stream.messages.length };
  }

  #store(stream: Stream, message: Stored, id: string): void {
    stream.ids.set(id, clock.elapsed);
    stream.messages.push(message);
    for (const consumer of stream.consumers.values())
      consumer.add(message, clock.elapsed + this.#world.noise.between(0.5, 20));
  }

  #consumer(process: Process, streamName: string, name: string) {
    return {
      fetch: async ({ max_messages, expires }: { max_messages: number; expires: number }) => {
        this.#beginRequest(process);
        const consumer = this.#stream(streamName).consumers.get(name);
        if (!consumer) throw notFound('consumer');
        return this.#fetch(process, consumer, max_messages, expires);
      },
    };
  }

  /** Returns the messages that are due, and waits for some if there are none. */
  #fetch(process: Process, consumer: Consumer, limit: number, expires: number) {
    const world = this.#world;
    const { faults, noise } = world;
    const { pending } = consumer;
    const until = clock.elapsed + expires;
    const due = async (): Promise<Pending[]> => {
      for (;;) {
        const ready = pending.filter(({ at }) => at <= clock.elapsed).slice(0, limit);
        if (ready.length > 0 || clock.elapsed >= until) return ready;
        await consumer.next(until);
      }
    };
    const deliver = (one: Pending) => {
      one.deliveries += 1;
      one.at = clock.elapsed + consumer.ackWaitMs;
      if (one.deliveries > 1) world.saw('event delivered again');
      one.taker = process;
      const remove = (): void => {
        process.assertAlive();
        one.taker = undefined;
        if (faults.happens('lost acknowledgement of an event', 0.06)) one.at = clock.elapsed + 500;
        else consumer.remove(one);
      };
      return {
        ...one.message,
        info: { deliveryCount: one.deliveries },
        ack: remove,
        term: remove,
        nak: (ms: number) => {
          process.assertAlive();
          one.taker = undefined;
          one.at = clock.elapsed + ms;
        },
      };
    };
    let undelivered = 0;
    return {
      stop: () => undefined,
      getPending: () => undelivered,
      async *[Symbol.asyncIterator]() {
        const ready = await due();
        if (ready.length > 1 && faults.happens('events in another order', 0.9)) ready.reverse();
        const delivered = ready.flatMap((one) =>
          faults.happens('duplicate event', 0.04) ? [deliver(one), deliver(one)] : [deliver(one)],
        );
        undelivered = delivered.length;
        if (delivered.length > 1) world.saw('events delivered together');
        for (const message of delivered) {
          undelivered -= 1;
          yield message;
        }
        await new Promise<void>((resolve) => clock.after(noise.between(0.5, 3), resolve));
      },
    };
  }

  /** Checks that the events which a crashed process took reach another in the time in which all services have to agree. */
  #checkTaken(process: Process): void {
    const consumers = [...this.#streams.values()].flatMap((stream) => [...stream.consumers.values()]);
    for (const { taker, at, message } of consumers.flatMap(({ pending }) => pending)) {
      if (taker !== process) continue;
      this.#world.saw('event taken by a killed consumer');
      const ms = at - clock.elapsed;
      if (ms > CONVERGENCE_MS)
        this.#world.defect(`${message.subject} waits ${Math.round(ms)} ms for another consumer`);
    }
  }

  #manager(process: Process) {
    return {
      streams: {
        info: async (name: string) => {
          this.#beginRequest(process);
          const { created, messages } = this.#stream(name);
          return { created, state: { last_seq: messages.length } };
        },
        add: async ({ name }: { name: string }) => {
          this.#beginRequest(process);
          const key = name.toLowerCase();
          if (this.#streams.has(key)) return;
          const created = new Date().toISOString();
          this.#streams.set(key, { created, messages: [], ids: new Map(), consumers: new Map() });
        },
      },
      consumers: {
        info: async (stream: string, name: string) => {
          this.#beginRequest(process);
          const consumer = this.#stream(stream).consumers.get(name);
          if (!consumer) throw notFound('consumer');
          return { config: consumer.config };
        },
        add: async (streamName: string, config: ConsumerConfig) => {
          const { durable_name: name } = config;
          this.#beginRequest(process);
          const stream = this.#stream(streamName);
          if (stream.consumers.has(name)) return;
          const consumer = new Consumer(config);
          for (const message of stream.messages) consumer.add(message, clock.elapsed);
          stream.consumers.set(name, consumer);
        },
      },
    };
  }

  /**
   * Begins a request. It fails at once, not after its timeout: in that time the only session of the simulated database
   * would wait for the publisher's transaction.
   */
  #beginRequest(process: Process): void {
    const { faults } = this.#world;
    process.assertAlive();
    if (!this.isUp || faults.happens('lost request to the broker', 0.005)) throw new errors.TimeoutError();
    if (faults.happens('broker restarted between two requests', 0.002)) this.#restart();
  }

  /** Loses all data in a moment that no request notices but by what is missing. */
  #restart(): void {
    this.#streams.clear();
    Process.outside(() => clock.after(0, () => this.#reconnect()));
  }

  #reconnect(): void {
    for (const { process, listener } of this.#onReconnect) process.run(listener);
  }

  #stream(name: string): Stream {
    const stream = this.#streams.get(name.toLowerCase());
    if (!stream) throw notFound('stream');
    return stream;
  }
}
