import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { PendingBar } from './PendingBar.tsx';

const announced = () => useAnnouncer.getState().polite;

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers();
  act(() => useAnnouncer.setState({ polite: '' }));
});
afterEach(() => void vi.useRealTimers());

it('lies above all of the page, wherever it is rendered', () => {
  render(<PendingBar />);
  // An ancestor may be a stacking context below others.
  expect(screen.getByRole('progressbar', { name: 'Loading...' }).parentElement).toBe(document.body);
});

it('announces a wait of more than a second, by its own name where it has one', async () => {
  const { rerender, unmount } = render(<PendingBar />);
  await advanceTime(900);
  expect(announced()).toBe('');
  await advanceTime(100);
  expect(announced()).toBe('Loading...');
  rerender(<PendingBar label="Logging out..." />);
  await advanceTime(1_000);
  expect(announced()).toBe('Logging out...');
  unmount();
});

it('announces nothing of a shorter wait', async () => {
  render(<PendingBar />).unmount();
  await advanceTime(1_000);
  expect(announced()).toBe('');
});
