import type { PlayerInfo } from '@fifteen/contract';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { probe, send } from '@/lib/realtime/connection.ts';
import type { Bet } from '../model/search.ts';
import { quickMatch, useSearch } from '../model/store.ts';

/** Responses to the calls of a search that is over by then. */

vi.mock('@/lib/realtime/connection.ts', () => ({ probe: vi.fn(), reconnect: vi.fn(), send: vi.fn() }));
vi.mock('@/lib/api.ts', () => ({ api: { matchmaking: { join: vi.fn(), leave: vi.fn() } } }));

const join = vi.mocked(api.matchmaking.join);
const leave = vi.mocked(api.matchmaking.leave);
const waiting = { status: 'waiting', message: '' } as const;
const unavailable = new ApiError(503, 'The hall is closed.', { code: 'QUEUE_UNAVAILABLE' });

const search = () => useSearch.getState().search;
const cancel = () => useSearch.getState().close();
const bets = () => join.mock.calls.map(([input]) => input?.body?.betAmount);
/** Lets all responses that are there be handled. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

async function start(bet: Bet): Promise<void> {
  useSearch.getState().open();
  void useSearch.getState().startSearch(bet);
  await settle();
}

function pendingJoin() {
  const pending = Promise.withResolvers<typeof waiting>();
  join.mockReturnValueOnce(pending.promise);
  return pending;
}

beforeAll(startI18n);
beforeEach(async () => {
  quickMatch.over();
  await settle();
  vi.mocked(probe).mockResolvedValue(20);
  join.mockReset().mockResolvedValue(waiting);
  leave.mockReset().mockResolvedValue({ message: '' });
  vi.mocked(send).mockReset();
});

it('aborts the join of a cancelled search, so that it is not retried', async () => {
  const first = pendingJoin();
  await start(1_000_000);
  const signal = join.mock.lastCall?.[0]?.signal;
  expect(signal?.aborted).toBe(false);
  cancel();
  expect(signal?.aborted).toBe(true);
  first.reject(unavailable);
  await settle();
  expect(search().at).toBe('closed');
});

it('joins for the next search after the earlier join, and after leaving the queue again', async () => {
  const first = pendingJoin();
  await start(1_000_000);
  cancel();
  await start(0);
  expect(bets()).toEqual([1_000_000]);
  expect(leave).toHaveBeenCalledTimes(1);
  first.resolve(waiting);
  await settle();
  expect(leave).toHaveBeenCalledTimes(2);
  expect(bets()).toEqual([1_000_000, 0]);
  expect(leave.mock.invocationCallOrder[1]).toBeLessThan(join.mock.invocationCallOrder[1] ?? 0);
  expect(search()).toMatchObject({ at: 'searching', bet: 0 });
});

it('joins for the next search after a slow call to leave the queue', async () => {
  const left = Promise.withResolvers<{ message: string }>();
  await start(1_000_000);
  leave.mockReturnValueOnce(left.promise);
  cancel();
  await start(0);
  expect(bets()).toEqual([1_000_000]);
  left.resolve({ message: '' });
  await settle();
  expect(bets()).toEqual([1_000_000, 0]);
});

it('does not join for a search that was cancelled while it waited', async () => {
  const first = pendingJoin();
  await start(1_000_000);
  cancel();
  await start(0);
  cancel();
  first.resolve(waiting);
  await settle();
  expect(bets()).toEqual([1_000_000]);
  expect(search().at).toBe('closed');
});

it('does not fail the next search when the earlier join fails', async () => {
  const first = pendingJoin();
  await start(1_000_000);
  cancel();
  await start(0);
  first.reject(unavailable);
  await settle();
  expect(search()).toMatchObject({ at: 'searching', bet: 0 });
});

it('does the same for an accepted computer player', async () => {
  await start(1_000_000);
  quickMatch.offered();
  const accepted = pendingJoin();
  useSearch.getState().answerOffer('accepted');
  cancel();
  expect(join.mock.lastCall?.[0]?.signal?.aborted).toBe(true);
  await start(0);
  accepted.reject(unavailable);
  await settle();
  expect(leave).toHaveBeenCalledTimes(2);
  expect(bets()).toEqual([1_000_000, 1_000_000, 0]);
  expect(search()).toMatchObject({ at: 'searching', bet: 0 });
});

it.each(['NETWORK', 'NO_ANSWER'] as const)(
  'leaves the queue after a join that ends with %s, until that is confirmed',
  async (code) => {
    vi.useFakeTimers();
    join.mockRejectedValueOnce(ApiError.unanswered(code, undefined));
    leave.mockRejectedValueOnce(ApiError.unanswered('NETWORK', undefined));
    useSearch.getState().open();
    void useSearch.getState().startSearch(1_000_000);
    await vi.advanceTimersByTimeAsync(0);
    const problem = { title: 'Connection Error', text: 'Connection issue. Please try again.' };
    expect(search()).toMatchObject({ at: 'rejected', problem });
    expect(leave).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(leave).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  },
);

it('does not leave the queue after a join that the server rejected', async () => {
  join.mockRejectedValueOnce(new ApiError(409, 'No coins', { code: 'INSUFFICIENT_COINS' }));
  await start(1_000_000);
  expect(search().at).toBe('rejected');
  expect(leave).not.toHaveBeenCalled();
});

it('leaves the queue in the end when the server admits no call for a while', async () => {
  await start(0);
  vi.useFakeTimers();
  const tooMany = new ApiError(429, 'Slow down', { code: 'TOO_MANY_REQUESTS' });
  leave.mockRejectedValueOnce(tooMany).mockRejectedValueOnce(tooMany);
  cancel();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(leave).toHaveBeenCalledTimes(3);
});

it('leaves the queue when a computer player could not be accepted: the search goes on there', async () => {
  await start(1_000_000);
  quickMatch.offered();
  join.mockRejectedValueOnce(new ApiError(429, 'Slow down', { code: 'TOO_MANY_REQUESTS' }));
  useSearch.getState().answerOffer('accepted');
  await settle();
  expect(search().at).toBe('rejected');
  expect(leave).toHaveBeenCalledTimes(1);
});

it('keeps a pushed match when the join fails afterwards', async () => {
  const first = pendingJoin();
  await start(0);
  quickMatch.found(0, { id: 'you', displayName: 'Yusuf' } as PlayerInfo);
  first.reject(new ApiError(409, 'You are already in a game', { code: 'ALREADY_IN_GAME' }));
  await settle();
  expect(search()).toMatchObject({ at: 'found', opponent: { id: 'you' } });
  expect(leave).not.toHaveBeenCalled();
});

it('requests the game of a player who is in one, which was announced unseen', async () => {
  join.mockRejectedValueOnce(new ApiError(409, 'You are in a game.', { code: 'ALREADY_IN_GAME' }));
  await start(0);
  expect(search().at).toBe('rejected');
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'request_current_game_state' });
});

it('requests the search that goes on when an earlier one was said to be over', async () => {
  await start(0);
  quickMatch.ended('left');
  expect(search().at).toBe('closed');
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'request_current_game_state' });
  quickMatch.resumed(0);
  expect(search()).toMatchObject({ at: 'searching', bet: 0 });
});
