import type { FriendRequest, User } from '@fifteen/contract';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlocking } from '@/features/blocks/index.ts';
import { chats, useChats } from '@/features/chat/index.ts';
import { RemoveDialog } from '@/features/friends/components/RemoveDialog.tsx';
import { useRespondToRequest, useSendRequest } from '@/features/friends/model/requestCommands.ts';
import { GiftDialog } from '@/features/gifts/components/GiftDialog.tsx';
import { EditProfileDialog } from '@/features/profile/components/EditProfileDialog.tsx';
import { claimReward } from '@/features/rewards/index.ts';
import type { Product } from '@/features/shop/model/catalogue.ts';
import { useShopStore } from '@/features/shop/model/store.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { nextTask } from '@/lib/nextTask.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { clearToasts, useToast } from '@/lib/toast.ts';
import { Around } from '@/test/Around.tsx';
import { press } from '@/test/press.ts';

const mina = { id: 'mina', username: 'mina', displayName: 'Mina', coins: 5_000 } as User;
const ben = { ...mina, id: 'ben', coins: 70 };
const amara = { id: 'amara', username: 'amara', displayName: 'Amara', profileImageUrl: null };
const product = { kind: 'style', id: 'chalk', name: 'Chalk', price: 100 } as Product;
const friendRequest = { id: 'f1', requester: amara } as unknown as FriendRequest;
const chatMessage = { id: 'm1', message: 'Hi', fromMe: true };
const reward = {
  id: 'tutorial',
  items: [{ kind: 'style', id: 'chalk', name: 'Chalk', description: '' }],
  earnedAt: '2026-01-01T00:00:00.000Z',
};

/** Responds to the call of the last user. */
let respond: (response: Response) => void;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
  // Otherwise the celebration would load for longer than a test waits.
  await import('@/features/rewards/model/celebrate.ts');
});
beforeEach(() => {
  const call = Promise.withResolvers<Response>();
  respond = call.resolve;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/auth/session') return Response.json({ user: ben });
    return init?.method === 'GET' ? Response.json({}) : call.promise;
  });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  queryClient.clear();
  localStorage.clear();
  chats.forget();
  clearToasts();
  becomeUser(mina);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function sendGift(): void {
  render(<GiftDialog recipient={amara} coins={5_000} onClose={() => undefined} />, { wrapper: Around });
  fireEvent.change(screen.getByRole('textbox', { name: 'Amount' }), { target: { value: '100' } });
  press('Send Gift');
}

function removeFriend(): void {
  render(<RemoveDialog friend={amara} onClose={() => undefined} />, { wrapper: Around });
  press('Remove');
}

function saveProfile(): void {
  render(<EditProfileDialog user={mina} onClose={() => undefined} />, { wrapper: Around });
  press('Save');
}

function sendMessage(): void {
  chats.setDraft('amara', 'Hi');
  void chats.send('amara');
}

function mutate<Input>(hook: () => { mutate: (input: Input) => void }, input: Input): void {
  const { result } = renderHook(hook, { wrapper: Around });
  act(() => result.current.mutate(input));
}

const calls: [string, () => void, object][] = [
  ['a purchase', () => void useShopStore.getState().buy(product), { coins: 4_900 }],
  ['a change of the style', () => void useShopStore.getState().equip(product), {}],
  ['a gift', sendGift, { message: 'x', coins: 4_900 }],
  ['a change of the profile', saveProfile, mina],
  ['a message', sendMessage, { message: chatMessage }],
  ['a block', () => mutate(() => useBlocking(amara), true), {}],
  ['a friend request', () => mutate(() => useSendRequest('amara'), undefined), { request: friendRequest }],
  ['an answer to a request', () => mutate(() => useRespondToRequest(friendRequest), 'accepted'), {}],
  ['the end of a friendship', removeFriend, {}],
  ['the claim of a reward', () => void claimReward('mina', 'tutorial'), { reward, earnedNow: true }],
];

describe.each(calls)('the response to %s', (_, send, body) => {
  it.each([
    ['a success', 200],
    ['an error', 409],
  ])('says and changes nothing for the next user: %s', async (__, status) => {
    send();
    await nextTask();
    cleanup();
    chats.forget();
    becomeUser(ben);
    queryClient.setQueryData(['blocks'], []);
    queryClient.setQueryData(['chat', 'amara'], { pages: [{ messages: [] }], pageParams: [null] });
    respond(Response.json(body, { status }));
    await act(async () => {
      for (let task = 0; task < 10; task += 1) await nextTask();
    });
    expect(useToast.getState().current).toBeNull();
    expect(useShopStore.getState()).toMatchObject({ buying: false, changing: null, bought: null });
    expect(useChats.getState().drafts['amara']).toBeUndefined();
    expect(queryClient.getQueryData(['session'])).toMatchObject({ id: 'ben', coins: 70 });
    expect(queryClient.getQueryData(['blocks'])).toEqual([]);
    expect(queryClient.getQueryData(['chat', 'amara'])).toMatchObject({ pages: [{ messages: [] }] });
  });
});
