import { afterEach, expect, it, vi } from 'vitest';
import { quickMatch, useSearch } from '@/features/quick-match/index.ts';
import { gameStart, inGame, says } from './setup.tsx';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();
afterEach(() => quickMatch.over());

const search = () => useSearch.getState().search;
const response = (more: object) => ({
  ...{ type: 'matchmaking_response', status: 'waiting', message: '', betAmount: 5_000 },
  ...more,
});

it('shows the search of a reloaded page with its offer, until another tab cancels it', () => {
  says({ type: 'reconnection', status: 'none' });
  says(response({ computerOffered: true }));
  expect(search()).toMatchObject({ at: 'searching', bet: 5_000, offer: 'open' });
  says(response({ status: 'left' }));
  expect(search().at).toBe('closed');
});

it('shows no search to a player whose game has begun', () => {
  says(gameStart());
  says(response({}));
  expect(search().at).toBe('closed');
});
