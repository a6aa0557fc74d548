import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { expectRetryToKeepFocus } from '@/test/retry.tsx';
import { ChatDialog } from '../components/ChatDialog.tsx';
import { chats } from '../model/store.ts';

const player = { id: 'amara', displayName: 'Amara', profileImageUrl: null } as never;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onlineManager.setOnline(false);
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

it('says without a network that the messages could not be loaded, and loads them after', async () => {
  render(<ChatDialog player={player} onRead={() => undefined} onClose={() => undefined} />, {
    wrapper: Around,
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Messages could not be loaded');
  vi.stubGlobal('fetch', async () => Response.json({ messages: [], nextCursor: null }));
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByText('No messages yet. Say hello to Amara!')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a message that was sent after the ones before it could not be loaded', async () => {
  render(<ChatDialog player={player} onRead={() => undefined} onClose={() => undefined} />, {
    wrapper: Around,
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Messages could not be loaded');
  const message = { id: 'm1', senderId: 'me', message: 'Good game!', timestamp: Date.now(), fromMe: true };
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    Response.json(method === 'POST' ? { message } : { messages: [message], nextCursor: null }),
  );
  chats.setDraft('amara', 'Good game!');
  await act(() => chats.send('amara'));
  expect(await screen.findByText('Good game!')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps the focus on the retry of the messages while it runs', () =>
  expectRetryToKeepFocus(<ChatDialog player={player} onRead={() => undefined} onClose={() => undefined} />));
