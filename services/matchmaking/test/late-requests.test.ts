import { setTimeout as sleep } from 'node:timers/promises';
import { toUserId } from '@fifteen/domain';
import { expect, test } from 'vitest';
import type { Queue } from '../src/queue/queue.ts';
import { openQueues } from './queues.ts';

const ann = toUserId('ann');
const { queues } = openQueues();

test.each<[string, (queue: Queue) => Promise<unknown>]>([
  ['was left', (queue) => queue.cancel(ann)],
  ['was left before its request arrived', (queue) => queue.cancel(ann, 'search 2')],
  ['gave way to another bet', (queue) => queue.enqueue(ann, 5_000, { searchId: 'search 3' })],
  ['timed out', (queue) => queue.expire(0)],
  [
    'led to a match',
    async (queue) => {
      await queue.enqueue(toUserId('bob'), 0);
      await queue.commit((await queue.pair(0))?.matchId ?? '');
    },
  ],
])('the queue begins no search by a late request that %s', async (why, end) => {
  const [queue] = queues(why === 'timed out' ? { searchMs: 1 } : {});
  const request = { searchId: 'search 2' };
  await queue.enqueue(ann, 5_000, { searchId: 'search 1' });
  if (!why.includes('before')) await queue.enqueue(ann, 0, request);
  await sleep(3);
  await end(queue);
  const bets = async () => (await queue.keepAlive([ann])).searches.map(({ bet }) => bet);
  const after = await bets();
  expect(await queue.enqueue(ann, 0, request)).toBe('over');
  expect(await bets()).toEqual(after);
  expect(await queue.enqueue(ann, 0, { searchId: 'search 4' })).toBe('waiting');
});

test('the queue begins no search by a request that arrived before its user left', async () => {
  const [queue] = queues();
  const request = { searchId: 'search 1', arrivedMsAgo: 1_000 };
  await queue.cancel(ann);
  expect(await queue.enqueue(ann, 0, request)).toBe('over');
  expect(await queue.enqueue(ann, 5_000, { searchId: 'search 2' })).toBe('waiting');
  expect(await queue.enqueue(ann, 0, request)).toBe('over');
  expect((await queue.keepAlive([ann])).searches).toMatchObject([{ userId: ann, bet: 5_000 }]);
});
