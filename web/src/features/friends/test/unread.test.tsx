import type { Friend } from '@fifteen/contract';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { chats } from '@/features/chat/index.ts';
import { api } from '@/lib/api.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { receiveChat } from '../model/friendChat.ts';
import { useFriends } from '../model/friends.ts';

/** Unread messages that arrive while the list of friends loads. */

const ben = (unread: number) => ({ id: 'ben', displayName: 'Ben', online: true, unread }) as Friend;
/** The responses, in the order of the requests. */
let answers: ((friends: Friend[]) => void)[];
const answer = (request: number, unread: number) => act(async () => answers[request]?.([ben(unread)]));
const receive = () =>
  act(async () =>
    receiveChat({
      type: 'chat_message_received',
      ...{ id: 'm1', senderId: 'ben', senderName: 'ben' },
      ...{ senderDisplayName: 'Ben', message: 'Hello', timestamp: 1_790_000_000_000 },
    }),
  );
const show = () => renderHook(useFriends, { wrapper: Around }).result;

beforeEach(() => {
  queryClient.clear();
  chats.forget();
  answers = [];
  vi.spyOn(api.friends, 'list').mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
});

it('counts a message that arrives during the first load', async () => {
  const shown = show();
  await receive();
  await answer(0, 0);
  await answer(1, 1);
  expect(shown.current.friends).toMatchObject([{ id: 'ben', unread: 1 }]);
});

it('counts a message that arrives during a refetch', async () => {
  const shown = show();
  await answer(0, 0);
  await act(async () => void shown.current.refetch());
  await receive();
  await answer(1, 0);
  await answer(2, 1);
  expect(shown.current.friends).toMatchObject([{ id: 'ben', unread: 1 }]);
});

it('needs no request for a message of a loaded friend', async () => {
  const shown = show();
  await answer(0, 0);
  await receive();
  expect(shown.current.friends).toMatchObject([{ id: 'ben', unread: 1 }]);
  expect(answers).toHaveLength(1);
});
