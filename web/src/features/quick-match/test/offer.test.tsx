import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { probe } from '@/lib/realtime/connection.ts';
import { MatchDialog } from '../components/MatchDialog.tsx';
import { quickMatch, useSearch } from '../model/store.ts';
import { press } from '@/test/press.ts';

/** A search for coins that found no opponent. */

vi.mock('@/lib/realtime/connection.ts', () => ({ probe: vi.fn(), reconnect: vi.fn(), send: vi.fn() }));
vi.mock('@/lib/api.ts', () => ({ api: { matchmaking: { join: vi.fn(), leave: vi.fn() } } }));

const join = vi.mocked(api.matchmaking.join);
const opponent = { id: 'player_1', displayName: 'Pixel Bot', profileImageUrl: null, level: 1 } as Parameters<
  typeof quickMatch.found
>[1];
const onPlayComputer = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(async () => {
  vi.mocked(probe).mockResolvedValue(20);
  join.mockReset().mockResolvedValue({ status: 'waiting', message: '' });
  act(() => useSearch.getState().open());
  render(<MatchDialog user={{ coins: 2_000_000 } as User} onPlayComputer={onPlayComputer} />);
  fireEvent.click(screen.getByRole('radio', { name: /^Pro/ }));
  press('Find Match');
  await screen.findByRole('timer');
  act(() => quickMatch.offered());
});
afterEach(() => act(() => quickMatch.over()));

it('goes on when the player declines the computer', () => {
  press('Keep searching');
  expect(screen.queryByText(/Play the computer for fun/)).toBeNull();
  expect(screen.getByRole('timer')).toBeVisible();
  expect(join).toHaveBeenCalledTimes(1);
});

it('goes on without an answer', () => {
  expect(screen.getByText(/Play the computer for fun/)).toBeVisible();
  expect(screen.getByRole('timer')).toBeVisible();
});

it('meets the computer when the player accepts, announced as one and for no coins', () => {
  press('Play the computer');
  expect(join).toHaveBeenLastCalledWith(
    expect.objectContaining({ body: { betAmount: 1_000_000, acceptComputer: true } }),
  );
  act(() => quickMatch.found(0, opponent));
  expect(screen.getByRole('dialog', { name: 'Match found!' })).toHaveTextContent(
    'Pixel BotComputer opponent, friendly game: no coins',
  );
});

it('that ends offers a game on this device, and another search', () => {
  act(() => quickMatch.ended('stopped'));
  expect(screen.getByRole('dialog', { name: 'No opponent found' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  press('Play the computer');
  expect(onPlayComputer).toHaveBeenCalledOnce();
  expect(useSearch.getState().search.at).toBe('closed');
});
