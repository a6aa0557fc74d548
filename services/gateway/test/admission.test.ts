import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admission } from '../src/edge/admission.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const REJECTED = { code: 'SERVICE_UNAVAILABLE' };

/** Work that takes so many milliseconds, and records what has begun. */
function workOf(began: string[], takesMs: number) {
  return (name: string) => async () => {
    began.push(name);
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    return name;
  };
}

test('a burst waits for its turn, in the order of its arrival', async () => {
  const admission = new Admission(2);
  const began: string[] = [];
  const work = workOf(began, 10);
  const burst = ['a', 'b', 'c', 'd', 'e'].map((name) => admission.admit(work(name)));
  expect(began).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(10);
  expect(began).toEqual(['a', 'b', 'c', 'd']);
  await vi.advanceTimersByTimeAsync(20);
  expect(await Promise.all(burst)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('what would wait for more than half a second is rejected at once', async () => {
  const admission = new Admission(2);
  const work = workOf([], 100);
  // The mean duration follows that of the work.
  for (let done = 0; done < 50; done += 1) {
    const next = admission.admit(work('before'));
    await vi.advanceTimersByTimeAsync(100);
    await next;
  }
  const storm = Array.from({ length: 2 + 10 }, () => admission.admit(work('storm')));
  await expect(admission.admit(work('too late'))).rejects.toMatchObject(REJECTED);
  expect(() => admission.check()).toThrow('SERVICE_UNAVAILABLE');
  await vi.advanceTimersByTimeAsync(600);
  await Promise.all(storm);
});

test('what has waited for a second is rejected, and does not begin later', async () => {
  const admission = new Admission(1);
  const began: string[] = [];
  const hanging = admission.admit(workOf(began, 5_000)('hanging'));
  const waiting = expect(admission.admit(workOf(began, 1)('waiting'))).rejects.toMatchObject(REJECTED);
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  await vi.advanceTimersByTimeAsync(4_000);
  await hanging;
  expect(began).toEqual(['hanging']);
});

test('work that failed gives its place to the next', async () => {
  const admission = new Admission(1);
  const failing = expect(admission.admit(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await admission.admit(async () => 'in')).toBe('in');
  await failing;
  expect(await admission.admit(async () => 'in')).toBe('in');
});
