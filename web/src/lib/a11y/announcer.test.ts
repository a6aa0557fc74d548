import { expect, it } from 'vitest';
import { announce, useAnnouncer } from './announcer.ts';

const polite = () => useAnnouncer.getState().polite;

it('reads out all texts of a task, each once', async () => {
  announce('Yusuf played 2.');
  announce('Yusuf is back');
  announce('Yusuf played 2.');
  expect(polite()).toBe('Yusuf played 2. Yusuf is back');
  await Promise.resolve();
  announce('Your turn');
  expect(polite()).toBe('Your turn');
});

it('changes a text that is repeated, so that it is read out again', async () => {
  announce('Your turn');
  await Promise.resolve();
  announce('Your turn');
  expect(polite()).not.toBe('Your turn');
  expect(polite()).toContain('Your turn');
});
