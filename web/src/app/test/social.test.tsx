import type { Friend, User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatPopups } from '@/features/chat/components/ChatPopups.tsx';
import { chats, useChats } from '@/features/chat/model/store.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useWeekly } from '@/features/leaderboard/api.ts';
import { useLevelUp, useRankResult } from '@/features/progress/api.ts';
import { useInvitation } from '@/features/rooms/model/invitations.ts';
import { becomeUser, useSession } from '@/entities/session/session.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { useToast } from '@/lib/toast.ts';
import { handle } from '../handlers.ts';
import { readChat } from '@/features/friends/model/friendChat.ts';
import { FriendsOverlay } from '@/features/friends/components/FriendsOverlay.tsx';

const fetched = vi.fn<typeof fetch>();
const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers });

const friend = (id: string, overrides: Partial<Friend> = {}): Friend => ({
  id,
  userId: id,
  username: id.toLowerCase(),
  displayName: id,
  firstName: null,
  lastName: null,
  profilePicture: null,
  profileImageUrl: null,
  activeFrameId: null,
  selectedAchievementBorder: null,
  online: true,
  unread: 0,
  ...overrides,
});
const chatMessage = (senderId: string, id: string, message: string) => ({
  type: 'chat_message_received' as const,
  id,
  senderId,
  senderName: senderId.toLowerCase(),
  senderDisplayName: senderId,
  message,
  timestamp: Date.now(),
});

const me = {
  id: 'me',
  userId: 'me',
  username: 'anna',
  displayName: 'Anna',
  isEmailVerified: true,
  coins: 1_000,
} as User;

let lists: Record<string, () => Response>;
const called = (path: string) => fetched.mock.calls.filter(([url]) => String(url) === path).length;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  // jsdom has no layout: a list without a height renders no rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  queryClient.clear();
  chats.forget();
  lists = {
    '/api/friends': () => json([friend('Ben'), friend('Cora', { online: false, unread: 3 })]),
    '/api/friends/requests': () => json([]),
    '/api/users/blocked': () => json({ users: [] }),
    '/api/chat/Ben': () => json({ messages: [], nextCursor: null }),
  };
  fetched.mockReset();
  fetched.mockImplementation(async (url) => lists[String(url)]?.() ?? new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', fetched);
  becomeUser(me);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const wrapper = ({ children }: { children: React.ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const show = () => render(<FriendsOverlay />, { wrapper });
const row = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  const item = button.closest('li');
  if (!item) throw new Error(`${name} is in no list`);
  return within(item);
};

describe('the list of friends', () => {
  it('has those who are online first, however many pages there are', async () => {
    const many = Array.from({ length: 200 }, (_, index) => friend(`F${index}`, { online: index < 3 }));
    lists['/api/friends'] = () => json(many, { 'X-Next-Cursor': 'c1', 'X-Total-Count': '10000' });
    lists['/api/friends?cursor=c1'] = () => json([friend('Late')]);
    show();
    expect(await screen.findByRole('tab', { name: 'Friends (10,000)' })).toBeVisible();
    const first = screen.getAllByRole('listitem');
    expect(first.length).toBeLessThan(40);
    expect(first[0]).toHaveAttribute('aria-setsize', '10000');
    many[0] = friend('F0', { online: false });
    act(() => handle({ type: 'user_offline', userId: 'F0' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('F1'));
    expect((await row('F0')).getByText('Offline')).toBeVisible();
  });

  it('counts what was not read, also when the friend goes offline', async () => {
    show();
    expect((await row('Cora')).getByRole('button', { name: /3 unread messages/ })).toBeVisible();
    lists['/api/friends'] = () => json([friend('Ben', { unread: 1 })]);
    act(() => handle(chatMessage('Ben', 'm1', 'Hello')));
    expect(await (await row('Ben')).findByRole('button', { name: /1 unread message$/ })).toBeVisible();
    expect(useChats.getState().popups).toMatchObject([{ player: { id: 'Ben' }, open: false, unread: 1 }]);
    lists['/api/friends'] = () => json([friend('Ben', { online: false, unread: 1 })]);
    const before = called('/api/friends');
    act(() => handle({ type: 'user_offline', userId: 'Ben' }));
    await waitFor(() => expect(called('/api/friends')).toBeGreaterThan(before));
    expect(await (await row('Ben')).findByRole('button', { name: /1 unread message$/ })).toBeVisible();
    expect(useChats.getState().popups).toEqual([]);
  });

  it('says what went wrong, and asks again', async () => {
    lists['/api/friends'] = () => json({ code: 'FORBIDDEN', message: 'x', error: 'x' }, {}, 403);
    show();
    expect(await screen.findByText('Friends could not be loaded')).toBeVisible();
    lists['/api/friends'] = () => json([]);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No friends yet')).toBeVisible();
  });
});

describe('a reconnection', () => {
  const SHOWN = [
    '/api/auth/session',
    '/api/level-ups/pending',
    '/api/user/pending-rank-popup',
    '/api/room-invitations',
    '/api/leaderboard/weekly',
  ];
  const connected = () =>
    act(async () => handle({ type: 'connected', userId: 'me', serverTime: Date.now() }));

  it('loads again what was only pushed meanwhile, as far as it is shown', async () => {
    for (const path of SHOWN) lists[path] = () => json(path.endsWith('session') ? { user: me } : []);
    lists['/api/coins/gifts/unseen'] = () => json([]);
    const useShown = () => [useSession(), useLevelUp(), useRankResult(), useInvitation(), useWeekly()];
    renderHook(useShown, { wrapper });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    const calls = () => SHOWN.map(called);
    const first = calls();
    await connected();
    expect(calls()).toEqual(first);
    lists['/api/auth/session'] = () => json({ user: { ...me, coins: 6_000 } });
    await connected();
    await waitFor(() => expect(calls()).toEqual(first.map((count) => count + 1)));
    expect(called('/api/leaderboard/all-time')).toBe(0);
    expect(renderHook(useSession, { wrapper }).result.current.user?.coins).toBe(6_000);
  });
});

describe('the own record', () => {
  it('is loaded again when the server has changed it', async () => {
    lists['/api/auth/session'] = () => json({ user: me });
    const { result } = renderHook(useSession, { wrapper });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    lists['/api/auth/session'] = () => json({ user: { ...me, wins: 4, currentWinStreak: 2 } });
    act(() => handle({ type: 'record_changed' }));
    await waitFor(() => expect(result.current.user).toMatchObject({ wins: 4, currentWinStreak: 2 }));
  });
});

describe('a chat', () => {
  it('in a popup shows what comes, sends by Enter, and is read while it is open', async () => {
    render(<ChatPopups onRead={readChat} />, { wrapper });
    act(() => chats.openPopup(friend('Ben')));
    const field = await screen.findByRole('textbox', { name: 'Message to Ben' });
    expect(field).toHaveFocus();
    expect(await screen.findByText(/No messages yet/)).toBeVisible();
    act(() => handle(chatMessage('Ben', 'm1', 'Hello')));
    act(() => handle(chatMessage('Ben', 'm1', 'Hello')));
    expect(await screen.findAllByText('Hello')).toHaveLength(1);
    await waitFor(() => expect(called('/api/chat/Ben/read')).toBe(1));

    const ownMessage = { ...chatMessage('me', 'm2', 'Hi'), fromMe: true };
    lists['/api/chat/send'] = () => json({ message: ownMessage });
    fireEvent.change(field, { target: { value: '  Hi ' } });
    fireEvent.submit(field);
    expect(field).toHaveValue('');
    expect(await screen.findByText('Hi', { selector: 'bdi' })).toBeVisible();
    expect(
      JSON.parse(String(fetched.mock.calls.find(([url]) => url === '/api/chat/send')?.[1]?.body)),
    ).toEqual({ targetUserId: 'Ben', message: 'Hi' });
    // Not prevented, the browser would also close what is below the chat.
    expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Chat with Ben' })).toHaveFocus();
  });

  it('gives back what could not be sent, and says why', async () => {
    lists['/api/chat/send'] = () => json({ code: 'NOT_FRIENDS', message: 'x', error: 'x' }, {}, 403);
    chats.setDraft('Ben', 'Are you there?');
    const sent = chats.send('Ben');
    chats.setDraft('Ben', 'Well');
    await sent;
    expect(useChats.getState().drafts.Ben).toBe('Are you there? Well');
    expect(useToast.getState().current).toMatchObject({
      title: 'Error',
      description: 'Failed to send message: You can only do that with friends',
      tone: 'error',
    });
  });
});

describe('a friend request', () => {
  const request = {
    id: 'r',
    requesterId: 'Dora',
    requestedId: 'me',
    sentAt: new Date().toISOString(),
    requester: friend('Dora'),
    status: 'pending' as const,
  };

  it('shows when it was sent although the clock of this device is wrong', async () => {
    const hourAgo = Date.now() - 3_600_000;
    serverClock.update(hourAgo);
    lists['/api/friends/requests'] = () => json([{ ...request, sentAt: new Date(hourAgo).toISOString() }]);
    show();
    fireEvent.mouseDown(await screen.findByRole('tab', { name: /^Requests/ }));
    expect(await screen.findByText('Sent: Just now')).toBeVisible();
    serverClock.reset();
  });

  it('shows a notification when it arrives and when it is accepted', async () => {
    const { receiveRequest } = await import('@/features/friends/model/requests.ts');
    receiveRequest(request, 'me');
    await waitFor(() => expect(useToast.getState().current?.title).toBe('Dora wants to be your friend'));
    receiveRequest({ ...request, requesterId: 'me', requestedId: 'Dora', status: 'accepted' }, 'me');
    await waitFor(() => expect(useToast.getState().current?.title).toBe('Your friend request was accepted'));
  });
});
