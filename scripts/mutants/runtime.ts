import type { Seed } from './seed.ts';

const source = (name: string): string => `packages/runtime/src/${name}.ts`;

const eventBatch = source('event-batch');

export const runtime: readonly Seed[] = [
  {
    file: eventBatch,
    text: `const [delivery] = deliveryOf(message, options);`,
    mutant: `message.ack();
    const [delivery] = deliveryOf(message, options);`,
    breaks: 'an event is acknowledged after the commit',
    test: 'event-batches',
  },
  {
    file: eventBatch,
    text: `const deliveries = messages.flatMap((message) => deliveryOf(message, options));`,
    mutant: `for (const message of messages) message.ack();
    const deliveries = messages.flatMap((message) => deliveryOf(message, options));`,
    breaks: 'the events of a batch are acknowledged after their commit',
    test: 'event-batches',
  },
  {
    file: eventBatch,
    text: `const added = deliveries.filter(({ event }) => isNew.delete(event.id));`,
    mutant: `const added = deliveries.filter(({ event }) => isNew.has(event.id));`,
    breaks: 'an event that a batch has twice is applied once',
    test: 'event-batches',
  },
  {
    file: eventBatch,
    text: `const isOutage = isAppError(error, 'SERVICE_UNAVAILABLE') && !error.details.isDefect;`,
    mutant: `const isOutage = false;`,
    breaks: 'an outage makes no event a dead letter',
    test: 'event-batches',
  },
  {
    file: source('outbox'),
    text: `await publish(nats, owner, rows);`,
    mutant: `void publish(nats, owner, rows).catch(() => undefined);`,
    breaks: 'an event is published when the broker has confirmed it',
    test: 'events',
  },
  {
    file: source('rpc/auth'),
    text: `caller.hash.length === hash.length && timingSafeEqual(caller.hash, hash)`,
    mutant: `caller.hash.length === hash.length`,
    breaks: 'the token of a caller is compared',
    test: 'auth',
  },
  {
    file: source('rpc/server'),
    text: `if (!caller || !callers.includes(caller)) {`,
    mutant: `if (!caller) {`,
    breaks: 'a service calls only what it may call',
    test: 'rpc',
  },
  {
    file: source('network'),
    text: `address: [32, 64]`,
    mutant: `address: [32, 128]`,
    breaks: 'the addresses of one IPv6 subnet share a limit',
    test: 'network',
  },
  {
    file: source('postgres'),
    text: `await client.query(AWAIT_STANDBY);`,
    mutant: ``,
    breaks: 'a commit is not read before its standby has it',
    test: 'unreplicated-commits',
  },
];
