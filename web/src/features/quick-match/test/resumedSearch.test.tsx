import type { User } from '@fifteen/contract';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { probe } from '@/lib/realtime/connection.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { MatchDialog } from '../components/MatchDialog.tsx';
import { quickMatch, useSearch } from '../model/store.ts';
import { press } from '@/test/press.ts';

/** A search that the server goes on with after the page was reloaded. */

vi.mock('@/lib/realtime/connection.ts', () => ({ probe: vi.fn(), reconnect: vi.fn(), send: vi.fn() }));
vi.mock('@/lib/api.ts', () => ({ api: { matchmaking: { join: vi.fn(), leave: vi.fn() } } }));

const join = vi.mocked(api.matchmaking.join);
const leave = vi.mocked(api.matchmaking.leave);
const search = () => useSearch.getState().search;

function Quick() {
  const closed = useSearch((store) => store.search.at === 'closed');
  return closed ? null : <MatchDialog user={{ coins: 2_000_000 } as User} onPlayComputer={vi.fn()} />;
}

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  vi.mocked(probe).mockReset().mockResolvedValue(20);
  join.mockReset().mockResolvedValue({ status: 'waiting', message: '' });
  leave.mockReset().mockResolvedValue({ message: '' });
  render(<Quick />);
});
afterEach(async () => {
  act(() => quickMatch.over());
  await advanceTime(0);
  vi.useRealTimers();
});

const resume = (bet: number) => act(() => quickMatch.resumed(bet));

it('is shown and announced, and can be cancelled', async () => {
  resume(5_000);
  expect(screen.getByRole('dialog', { name: 'Searching...' })).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent('0:00');
  expect(search()).toMatchObject({ at: 'searching', bet: 5_000 });
  await advanceTime(0);
  expect(useAnnouncer.getState().polite).toBe('Finding opponent...');
  press('Cancel');
  await advanceTime(0);
  expect(leave).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('can meet the computer, also after an earlier search of the page', async () => {
  resume(0);
  act(() => quickMatch.over());
  resume(1_000_000);
  act(() => quickMatch.offered());
  press('Play the computer');
  await advanceTime(0);
  expect(join.mock.lastCall?.[0]).toMatchObject({ body: { betAmount: 1_000_000, acceptComputer: true } });
  expect(join.mock.lastCall?.[0]?.signal?.aborted).toBe(false);
});

it('ends by itself after 60 s, and does not end a search of another tab', async () => {
  resume(0);
  await advanceTime(60_000);
  expect(screen.getByRole('alert')).toHaveTextContent('No opponent found. Please try again.');
  expect(leave).not.toHaveBeenCalled();
});

it('changes nothing for a player who chooses a bet, or searches already', async () => {
  act(() => useSearch.getState().open());
  resume(5_000);
  expect(search().at).toBe('choosing');
  act(() => void useSearch.getState().startSearch(0));
  await advanceTime(0);
  resume(5_000);
  expect(search()).toMatchObject({ at: 'searching', bet: 0 });
});

it('is not shown while the player leaves the queue', async () => {
  const left = Promise.withResolvers<{ message: string }>();
  leave.mockReturnValueOnce(left.promise);
  resume(5_000);
  press('Cancel');
  resume(5_000);
  expect(search().at).toBe('closed');
  left.resolve({ message: '' });
  await advanceTime(0);
  resume(5_000);
  expect(search().at).toBe('searching');
});

it('is not shown for a bet that this version does not know', () => {
  resume(7);
  expect(search().at).toBe('closed');
});
