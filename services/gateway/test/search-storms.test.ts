import { EventEmitter } from 'node:events';
import { toUserId } from '@fifteen/domain';
import { SearchStatus } from '@fifteen/proto/matchmaking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Searches } from '../src/matchmaking/searches.ts';

const ann = toUserId('ann');
const REJECTED = { code: 'QUEUE_UNAVAILABLE' };

let searches: Searches;
/** Milliseconds in which the queue responds to a request to search. */
let joinMs: number;
let joined: string[];
let renewed: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  [joinMs, joined, renewed] = [0, [], []];
  searches = new Searches({
    clients: {
      matchmaking: {
        join: async ({ userId }: { userId: string }) => {
          if (joinMs > 0) await new Promise((resolve) => setTimeout(resolve, joinMs));
          joined.push(userId);
          return { status: SearchStatus.WAITING };
        },
        // A request that a service does not answer.
        leave: () => new Promise(() => undefined),
        keepAlive: async ({ userIds }: { userIds: string[] }) => {
          renewed.push(...userIds);
          return { absentUserIds: [], offeredUserIds: [], searches: [] };
        },
      },
    },
    connections: { of: () => new Set([{}]) },
    notifications: { events: new EventEmitter() },
    presence: { connectedAmong: async () => new Set(), offlineSince: async () => new Map() },
    limits: { action: async () => undefined },
    push: { toUser: () => undefined },
  } as unknown as ConstructorParameters<typeof Searches>[0]);
});
afterEach(() => void vi.useRealTimers());

/** Begins the searches of so many players. Some may be rejected. */
const joinAll = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    searches.join(toUserId(`player ${index}`), 0).catch(() => undefined),
  );

test('while sixteen requests to search are under way, others wait; a rejected one leaves its search as it was', async () => {
  await searches.join(ann, 5_000);
  joinMs = 5_000;
  const pending = joinAll(16);
  const rejected = expect(searches.join(ann, 0)).rejects.toMatchObject(REJECTED);
  await vi.advanceTimersByTimeAsync(1_000);
  await rejected;
  await searches.keepAlive();
  expect([joined, renewed.includes(ann)]).toEqual([[ann], true]);
  await vi.advanceTimersByTimeAsync(3_500);
  const waiting = searches.join(ann, 0);
  await vi.advanceTimersByTimeAsync(6_000);
  await Promise.all([...pending, waiting]);
  expect(joined).toHaveLength(18);
});

test('in a storm, a request to search is rejected without waiting for earlier ones of its user', async () => {
  joinMs = 900;
  const before = joinAll(16);
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(before);
  void searches.leave(ann);
  const storm = joinAll(30);
  await vi.advanceTimersByTimeAsync(1);
  await expect(searches.join(ann, 0)).rejects.toMatchObject(REJECTED);
  await vi.advanceTimersByTimeAsync(5_000);
  await Promise.all(storm);
});
