import { AppError } from '@fifteen/runtime';
import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../src/realtime/connection.ts';
import { StateRequests } from '../src/rooms/state-requests.ts';

/** The connections for which a state was requested, in order. */
let requested: Connection[];
/** The connections whose state cannot be loaded. */
let failing: Set<Connection>;
let requests: StateRequests;

beforeEach(() => {
  requested = [];
  failing = new Set();
  requests = new StateRequests({
    sendState: async (connection) => {
      requested.push(connection);
      if (failing.has(connection)) throw new AppError('SERVICE_UNAVAILABLE');
    },
  });
});

const unavailable = { code: 'SERVICE_UNAVAILABLE' };
const connect = (): Connection => ({ closing: false }) as never;

/** Requests the states of clients, which fail. */
async function fail(...connections: Connection[]): Promise<void> {
  for (const connection of connections) {
    failing.add(connection);
    await expect(requests.send(connection)).rejects.toMatchObject(unavailable);
  }
  requested = [];
}

test('a failed request is repeated until it succeeds, and then no more', async () => {
  const ann = connect();
  await fail(ann);
  await expect(requests.repeatFailed()).rejects.toMatchObject(unavailable);
  failing.clear();
  await requests.repeatFailed();
  await requests.repeatFailed();
  expect(requested).toEqual([ann, ann]);
});

test('a client gets one error, however often it requests its state meanwhile', async () => {
  const ann = connect();
  failing.add(ann);
  const outcomes = await Promise.allSettled([requests.send(ann), requests.send(ann)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  requested = [];
  await requests.send(ann);
  expect(requested).toEqual([]);
});

test('a client whose state alone cannot be sent does not hold up the others for longer than an attempt', async () => {
  // More than are tried at once.
  const [ann, ...others] = Array.from({ length: 50 }, connect) as [Connection, ...Connection[]];
  await fail(ann, ...others);
  failing = new Set([ann]);
  await expect(requests.repeatFailed()).rejects.toMatchObject(unavailable);
  expect(requested.length).toBeLessThan(50);
  await expect(requests.repeatFailed()).rejects.toMatchObject(unavailable);
  expect(new Set(requested)).toEqual(new Set([ann, ...others]));
});

test('a client that has gone is not tried again', async () => {
  const ann = connect();
  await fail(ann);
  ann.closing = true;
  await requests.repeatFailed();
  expect(requested).toEqual([]);
});
