import { expect, test } from 'vitest';
import { Arrivals } from '../src/account/arrivals.ts';

test('rejects an arrival at once while too many are under way, and admits the next after one has ended', async () => {
  const arrivals = new Arrivals(2);
  const ends: (() => void)[] = [];
  const arrive = () => arrivals.admit(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = arrive();
  const second = arrive();
  await expect(arrive()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  ends[0]?.();
  await first;
  const third = arrive();
  expect(ends).toHaveLength(3);
  for (const end of ends) end();
  await Promise.all([second, third]);
});

test('counts an arrival that failed as ended', async () => {
  const arrivals = new Arrivals(1);
  await expect(arrivals.admit(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await arrivals.admit(async () => 'in')).toBe('in');
});
