import { toUserId } from '@fifteen/domain';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Pair } from '../src/queue/queue.ts';
import { openQueues } from './queues.ts';

/** Searches whose match is being made when something happens, and none comes of it. */

const [ann, bob, cid] = [toUserId('ann'), toUserId('bob'), toUserId('cid')];
const { queues } = openQueues();

test('ends a search that was cancelled while its match was being made, and returns the other to the queue', async () => {
  const [queue] = queues();
  await queue.enqueue(ann, 5_000, { searchId: 'a' });
  await queue.enqueue(bob, 5_000, { searchId: 'b' });
  const { matchId } = (await queue.pair(5_000)) as Pair;
  expect(await queue.cancel(ann, 'a')).toEqual({ state: 'matched', bet: 5_000 });
  expect(await queue.enqueue(ann, 0, { searchId: 'late', arrivedMsAgo: 1_000 })).toBe('over');
  expect((await queue.keepAlive([ann, bob])).searches).toMatchObject([{ userId: bob, bet: 5_000 }]);
  expect(await queue.requeue(matchId, [ann, bob])).toEqual(['ann']);
  expect((await queue.keepAlive([ann, bob])).absent).toEqual(['ann']);
  expect(await queue.enqueue(ann, 5_000, { searchId: 'a', isReentry: true })).toBe('over');
  await queue.enqueue(cid, 5_000);
  expect((await queue.pair(5_000))?.userIds).toEqual(['bob', 'cid']);
});

test('goes on with the search that began while the match of another was being made', async () => {
  const [queue] = queues();
  await queue.enqueue(ann, 5_000, { searchId: 'a' });
  await queue.enqueue(bob, 5_000, { searchId: 'b' });
  const { matchId } = (await queue.pair(5_000)) as Pair;
  await queue.cancel(ann, 'a');
  expect(await queue.enqueue(ann, 0, { searchId: 'a2' })).toBe('matched');
  expect(await queue.enqueue(ann, 5_000, { searchId: 'a' })).toBe('over');
  expect((await queue.keepAlive([ann])).searches).toMatchObject([{ userId: ann, bet: 0 }]);
  expect(await queue.requeue(matchId, [bob])).toEqual([]);
  expect(await queue.pair(5_000)).toBeUndefined();
  await queue.enqueue(cid, 0);
  expect((await queue.pair(0))?.userIds).toEqual(['ann', 'cid']);
});

test('keeps the time of a search whose player accepts a computer player while its match is being made', async () => {
  const [queue] = queues({ botAfterMs: 40 });
  await queue.enqueue(ann, 5_000, { searchId: 'a' });
  await queue.enqueue(bob, 5_000, { searchId: 'b' });
  const { matchId } = (await queue.pair(5_000)) as Pair;
  await sleep(40);
  expect(await queue.enqueue(ann, 5_000, { searchId: 'a2', computer: true })).toBe('matched');
  await queue.keepApart(ann, bob);
  expect(await queue.requeue(matchId, [ann, bob])).toEqual([]);
  expect((await queue.pair(5_000))?.userIds).toEqual(['ann', expect.stringMatching(/^player_/)]);
});

test('begins a search anew whose player had left it while its match was being made', async () => {
  const [queue] = queues();
  await queue.enqueue(ann, 5_000, { searchId: 'a' });
  await queue.enqueue(bob, 5_000, { searchId: 'b' });
  const { matchId } = (await queue.pair(5_000)) as Pair;
  await sleep(40);
  await queue.cancel(ann, 'a');
  const searchedAt = Date.now();
  expect(await queue.enqueue(ann, 5_000, { searchId: 'a2' })).toBe('matched');
  expect(await queue.requeue(matchId, [bob])).toEqual([]);
  const { searches } = await queue.keepAlive([ann]);
  expect(searches[0]?.waitedMs).toBeLessThan(Date.now() - searchedAt + 40);
});

test('makes no match of a search that returns to the queue after its time', async () => {
  const [queue] = queues();
  const [late] = queues({ searchMs: 1 });
  await queue.enqueue(ann, 5_000);
  await queue.enqueue(bob, 5_000);
  const { matchId } = (await queue.pair(5_000)) as Pair;
  await sleep(3);
  await late.requeue(matchId, [ann, bob]);
  expect(await late.pair(5_000)).toBeUndefined();
  expect(await late.expire(5_000)).toEqual(['ann', 'bob']);
});
