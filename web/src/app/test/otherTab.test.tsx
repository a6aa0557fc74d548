import type { User } from '@fifteen/contract';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { chats, useChats } from '@/features/chat/index.ts';
import { FriendChats, useFriends } from '@/features/friends/index.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { handle } from '../handlers.ts';

/** Messages that the user sends and reads in another tab. */

const ben = { id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null };
const message = (id: string, senderId: string, text: string) => ({
  ...{ id, senderId, senderName: senderId, senderDisplayName: senderId },
  ...{ message: text, timestamp: Date.now(), fromMe: senderId === 'me' },
});
const fetched = vi.fn<(url: string) => void>();
const calls = (path: string) => fetched.mock.calls.filter(([url]) => url === path).length;
let unread: number;
let stored: object[];

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(async () => {
  queryClient.clear();
  chats.forget();
  [unread, stored] = [0, []];
  fetched.mockReset();
  vi.stubGlobal('fetch', async (url: string) => {
    fetched(url);
    if (url === '/api/friends') return Response.json([{ ...ben, online: true, unread }]);
    if (url === '/api/chat/ben') return Response.json({ messages: stored, nextCursor: null });
    if (url === '/api/chat/send') return Response.json({ message: message('m9', 'me', 'Sent here') });
    return new Response(null, { status: 204 });
  });
  becomeUser({ id: 'me', displayName: 'Anna' } as User);
  renderHook(useFriends, { wrapper: Around });
  render(<FriendChats />, { wrapper: Around });
});
afterEach(() => vi.unstubAllGlobals());

const friendsChanged = () => act(async () => handle({ type: 'friends_changed' }));

it('shows a message in an open conversation that another tab sent', async () => {
  act(() => chats.openPopup(ben));
  expect(await screen.findByText(/No messages yet/)).toBeVisible();
  stored = [message('m1', 'me', 'From the other tab')];
  await friendsChanged();
  expect(await screen.findByText('From the other tab')).toBeVisible();
});

it('clears the count of a closed popup whose messages another tab read', async () => {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  unread = 1;
  act(() => handle({ type: 'chat_message_received', ...message('m1', 'ben', 'Hello') }));
  await friendsChanged();
  await waitFor(() => expect(calls('/api/friends')).toBe(2));
  expect(useChats.getState().popups).toMatchObject([{ open: false, unread: 1 }]);
  unread = 0;
  await friendsChanged();
  await waitFor(() => expect(useChats.getState().popups).toMatchObject([{ open: false, unread: 0 }]));
});

it('refetches nothing after a message of this tab, but after the next change', async () => {
  act(() => chats.openPopup(ben));
  expect(await screen.findByText(/No messages yet/)).toBeVisible();
  const counts = () => [calls('/api/friends'), calls('/api/chat/ben')];
  const before = counts();
  vi.useFakeTimers();
  chats.setDraft('ben', 'Sent here');
  await act(() => chats.send('ben'));
  await friendsChanged();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(counts()).toEqual(before);
  await friendsChanged();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(counts()).toEqual(before.map((count) => count + 1));
  vi.useRealTimers();
});
