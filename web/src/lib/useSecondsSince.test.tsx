import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { advanceTime } from '@/test/advanceTime.ts';
import { useSecondsSince } from './useSecondsSince.ts';

const NOW = Date.parse('2026-11-25T12:00:00.250Z');
const onRender = vi.fn();

function Clock({ instant }: { instant: number }) {
  const seconds = useSecondsSince(instant);
  onRender();
  return <p>{seconds}</p>;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  onRender.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it.each([
  ['after an instant', NOW - 700, 300, ['0', '1', '2', '3']],
  ['before it, and across it', NOW + 1_700, 700, ['-2', '-1', '0', '1']],
])('counts the seconds %s', async (_, instant, untilFirst, expected) => {
  render(<Clock instant={instant} />);
  const text = () => screen.getByRole('paragraph').textContent;
  const shown = [text()];
  for (const ms of [untilFirst, 1_000, 1_000]) {
    await advanceTime(ms - 1);
    expect(text()).toBe(shown.at(-1));
    await advanceTime(1);
    shown.push(text());
  }
  expect(shown).toEqual(expected);
});

it('renders once a second, and not at all when it is gone', async () => {
  const { unmount } = render(<Clock instant={NOW} />);
  await advanceTime(10_000);
  expect(onRender).toHaveBeenCalledTimes(11);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
