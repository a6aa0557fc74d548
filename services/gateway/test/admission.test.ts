import { expect, test } from 'vitest';
import { Admission } from '../src/edge/admission.ts';

test('rejects work at once while too much is under way, and admits the next after some has ended', async () => {
  const admission = new Admission(2);
  const ends: (() => void)[] = [];
  const begin = () => admission.admit(() => new Promise<void>((resolve) => ends.push(resolve)));
  const first = begin();
  const second = begin();
  await expect(begin()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  ends[0]?.();
  await first;
  const third = begin();
  expect(ends).toHaveLength(3);
  for (const end of ends) end();
  await Promise.all([second, third]);
});

test('counts work that failed as ended', async () => {
  const admission = new Admission(1);
  await expect(admission.admit(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await admission.admit(async () => 'in')).toBe('in');
});
