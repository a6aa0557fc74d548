import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { advanceTime } from '@/test/advanceTime.ts';
import { serverClock } from './realtime/serverClock.ts';
import { useNow, useServerNow } from './useNow.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The time of this device, whose clock is an hour fast. */
const NOW = Date.parse('2026-11-25T13:00:00Z');

function Clocks() {
  const times = [useNow(MINUTE), useServerNow(MINUTE)].map((now) =>
    new Date(now).toISOString().slice(11, 16),
  );
  return <p>{times.join(' ')}</p>;
}
const times = () => screen.getByRole('paragraph').textContent;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  serverClock.reset();
});
afterEach(() => {
  serverClock.reset();
  vi.useRealTimers();
});

it('follows the clock of the server as soon as that is known, and every minute', async () => {
  render(<Clocks />);
  expect(times()).toBe('13:00 13:00');
  act(() => serverClock.update(NOW - HOUR));
  expect(times()).toBe('13:00 12:00');
  await advanceTime(MINUTE);
  expect(times()).toBe('13:01 12:01');
});
