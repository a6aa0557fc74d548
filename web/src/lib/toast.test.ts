import { expect, it } from 'vitest';
import { dismissAbout, dismissToast, toast, useToast } from './toast.ts';

const shown = () => useToast.getState().current?.title;
const next = () => dismissToast(useToast.getState().current?.id ?? 0);

it('replaces one reply by the next', () => {
  toast({ title: 'first' });
  toast({ title: 'second' });
  expect(shown()).toBe('second');
  next();
  expect(shown()).toBeUndefined();
});

it('shows every event, one after the other', () => {
  for (const title of ['First Victory', 'Unstoppable']) toast({ title, event: true });
  toast({ title: '100 coins', tone: 'coins' });
  const all = [];
  for (; shown(); next()) all.push(shown());
  expect(all).toEqual(['First Victory', 'Unstoppable', '100 coins']);
});

it('lets a reply interrupt an event, which is shown again afterwards', () => {
  toast({ title: '100 coins', tone: 'coins' });
  toast({ title: 'Not your turn', about: 'board' });
  expect(shown()).toBe('Not your turn');
  dismissAbout('board');
  expect(shown()).toBe('100 coins');
});

it('keeps at most five events waiting', () => {
  for (let i = 0; i < 20; i += 1) toast({ title: String(i), event: true });
  expect(useToast.getState().waiting.map(({ title }) => title)).toEqual(['15', '16', '17', '18', '19']);
});
