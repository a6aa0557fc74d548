import { afterEach, expect, it, vi } from 'vitest';
import { inOneTab } from './inOneTab.ts';

/** Gives the page the locks of a browser. */
const haveLocks = (request: (name: string, job: () => Promise<void>) => Promise<void>) =>
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

it('runs a job at once where the browser has no locks or denies them', async () => {
  const job = vi.fn(async () => undefined);
  await inOneTab('a', job);
  expect(job).toHaveBeenCalledTimes(1);
  haveLocks(async () => {
    throw new DOMException('Access denied', 'SecurityError');
  });
  await inOneTab('a', job);
  expect(job).toHaveBeenCalledTimes(2);
});

it('runs a job that fails with a lock once', async () => {
  const job = vi.fn(async () => {
    throw new Error('broken');
  });
  haveLocks((_, run) => run());
  await expect(inOneTab('a', job)).rejects.toThrow('broken');
  expect(job).toHaveBeenCalledTimes(1);
});
