import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { quickMatch, useSearch } from '@/features/quick-match/index.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { room } from '@/test/onlineGames.ts';
import { fetched, gameStart, inGame, pong, says } from './setup.tsx';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();
beforeEach(
  () => void fetched.mockImplementation(async () => Response.json({ status: 'waiting', message: '' })),
);
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

describe('a search that goes on after a full load of another page', () => {
  /** Searches in this tab, and loads another page in it. */
  async function searchAndLeave(): Promise<void> {
    useSearch.getState().open();
    void useSearch.getState().startSearch(5_000);
    pong();
    await advanceTime(0);
    expect(search().at).toBe('searching');
    useSearch.setState({ search: { at: 'closed' } });
  }

  it.each([
    ['leads its own tab back to Home', searchAndLeave, ['/']],
    ['keeps the page of another tab', async () => undefined, []],
    [
      'that ended unseen, as all do after a minute, keeps the page',
      async () => {
        await searchAndLeave();
        await advanceTime(60_000);
      },
      [],
    ],
  ])('%s', async (_, begin, paths) => {
    const visited: string[] = [];
    onTestFinished(onNavigationRequest((path) => visited.push(path)));
    onTestFinished(() => history.replaceState(null, '', '/'));
    onTestFinished(() => sessionStorage.clear());
    await begin();
    history.replaceState(null, '', '/shop');
    says(response({}));
    expect(visited).toEqual(paths);
  });
});

it('shows no search to a player whose game has begun', () => {
  says(gameStart());
  says(response({}));
  expect(search().at).toBe('closed');
});

it('names the coins of the bet when the server ends a search for lack of them', () => {
  says(response({}));
  says({ type: 'matchmaking_error', code: 'INSUFFICIENT_COINS', details: { coins: 1_000_000 } });
  expect(search()).toMatchObject({
    ...{ at: 'rejected' },
    problem: {
      code: 'INSUFFICIENT_COINS',
      text: expect.stringMatching(/^You need 1,000,000 coins to play online\./) as string,
    },
  });
});

const calls = (path: string) => fetched.mock.calls.filter(([url]) => url === `/api/matchmaking/${path}`);
/** Milliseconds in which the server sends the search of a new connection. */
const WAIT = 5_000;

it.each([
  { type: 'reconnection', status: 'none' },
  { type: 'reconnection_room_join', room: room(), participants: [] },
])('ends a search that the server does not go on with after a $type, and leaves the queue', async (state) => {
  says(response({}));
  says(state);
  await advanceTime(WAIT - 1);
  expect(search().at).toBe('searching');
  await advanceTime(1);
  expect(search()).toMatchObject({
    ...{ at: 'rejected' },
    problem: { text: 'No opponent found. Please try again.' },
  });
  expect(calls('leave')).toHaveLength(1);
});

it('goes on with a search that the server sends after a reconnection', async () => {
  says(response({}));
  says({ type: 'reconnection', status: 'none' });
  says(response({}));
  await advanceTime(WAIT);
  expect(search().at).toBe('searching');
  expect(calls('leave')).toEqual([]);
});

it('goes on with a search whose offer the player accepts after a reconnection', async () => {
  says(response({ computerOffered: true }));
  says({ type: 'reconnection', status: 'none' });
  act(() => useSearch.getState().answerOffer('accepted'));
  says({ type: 'reconnection', status: 'none' });
  await advanceTime(WAIT);
  expect(search().at).toBe('searching');
  expect([calls('join').length, calls('leave').length]).toEqual([1, 0]);
});
