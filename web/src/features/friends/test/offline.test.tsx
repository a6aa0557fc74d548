import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { withHeight } from '@/test/withHeight.ts';
import { FriendList } from '../components/FriendList.tsx';
import { RequestsTab } from '../components/RequestsTab.tsx';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  withHeight(500);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

it.each([
  ['friends', <FriendList row={() => null} />, 'Friends could not be loaded', 'No friends yet'],
  ['requests', <RequestsTab onProfile={vi.fn()} />, 'Requests could not be loaded', 'No friend requests'],
])(
  'says without a network that the %s could not be loaded, and loads them after',
  async (_, list, failed, empty) => {
    render(<Around>{list}</Around>);
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
    vi.stubGlobal('fetch', async () => Response.json([]));
    act(() => onlineManager.setOnline(true));
    expect(await screen.findByText(empty)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
