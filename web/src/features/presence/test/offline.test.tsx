import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { withHeight } from '@/test/withHeight.ts';
import { OnlineCard } from '../components/OnlineCard.tsx';
import { OnlineUsersDialog } from '../components/OnlineUsersDialog.tsx';

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
  ['card', <OnlineCard me="me" onOpen={vi.fn()} actionFor={() => null} />],
  ['dialog', <OnlineUsersDialog me="me" onClose={vi.fn()} onProfile={vi.fn()} />],
])('the %s says without a network that it has no players, and loads them after', async (_, players) => {
  render(<Around>{players}</Around>);
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded');
  vi.stubGlobal('fetch', async (url: RequestInfo) =>
    Response.json(url === '/api/users/online' ? { total: 1, users: [] } : []),
  );
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('No other players are online right now.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
