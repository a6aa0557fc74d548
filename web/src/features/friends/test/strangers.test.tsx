import type { Friend } from '@fifteen/contract';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { friendOffline } from '../model/friendChat.ts';
import { useFriends } from '../model/friends.ts';

/** Players of a room who go offline, of whom some are friends. */

const ben = { id: 'ben', displayName: 'Ben', online: true, unread: 0 } as Friend;
const fetched = vi.fn<(url: string) => void>();

/** Shows a list of friends; `next` is the cursor of a page that is not loaded. */
async function showFriends(next?: string): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => {
    fetched(url);
    return Response.json([ben], next ? { headers: { 'X-Next-Cursor': next } } : {});
  });
  renderHook(useFriends, { wrapper: Around });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  fetched.mockClear();
}

const goOffline = (userId: string) =>
  act(async () => {
    friendOffline(userId);
    await vi.advanceTimersByTimeAsync(2_000);
  });

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  fetched.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('refetches nothing when a stranger goes offline', async () => {
  await showFriends();
  await goOffline('eve');
  expect(fetched).not.toHaveBeenCalled();
});

it('refetches the friends when a friend goes offline', async () => {
  await showFriends();
  await goOffline('ben');
  expect(fetched).toHaveBeenCalled();
});

it('refetches the friends when a player goes offline who may be on a page that is not loaded', async () => {
  await showFriends('o.ben');
  await goOffline('eve');
  expect(fetched).toHaveBeenCalled();
});
