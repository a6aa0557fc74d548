import { expect, it } from 'vitest';
import { backoff } from './socket.ts';
import { Outbox } from './outbox.ts';

it('keeps frames in order, each once', () => {
  const outbox = new Outbox<object>(50);
  outbox.add({ type: 'move', position: 3 });
  outbox.add({ type: 'cancel_matchmaking' });
  outbox.add({ type: 'move', position: 3 });
  expect(outbox.drain()).toEqual([{ type: 'move', position: 3 }, { type: 'cancel_matchmaking' }]);
  expect(outbox.drain()).toEqual([]);
});

it('no longer has a frame that was removed', () => {
  const outbox = new Outbox<object>(50);
  outbox.add({ type: 'move', position: 3 });
  outbox.add({ type: 'cancel_matchmaking' });
  outbox.remove({ type: 'move', position: 3 });
  expect(outbox.drain()).toEqual([{ type: 'cancel_matchmaking' }]);
});

it('has room for 50: the oldest makes way', () => {
  const outbox = new Outbox<{ n: number }>(50);
  for (let n = 1; n <= 53; n += 1) outbox.add({ n });
  const left = outbox.drain();
  expect(left).toHaveLength(50);
  expect(left[0]).toEqual({ n: 4 });
});

it.each([
  [0, 0, 1000],
  [0, 1, 2000],
  [1, 0, 1500],
  [2, 0.5, 2750],
  [3, 0, 3375],
  [3, 1, 4375],
  [4, 0, 5000],
  [40, 1, 5000],
])('waits before reconnection %i with chance %d for %i ms', (attempt, chance, wait) => {
  expect(backoff(attempt, () => chance)).toBe(wait);
});
