import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { serverClock } from '@/lib/realtime/serverClock.ts';
import { Around } from '@/test/Around.tsx';
import { ChatPopups } from '../components/ChatPopups.tsx';
import { chats, useChats } from '../model/store.ts';

/** Messages that arrive while the history of an open chat loads. */

const player = { id: 'amara', displayName: 'Amara', profileImageUrl: null } as never;
const message = (id: string, text: string) => ({
  ...{ id, senderId: 'amara', senderName: 'amara', senderDisplayName: 'Amara' },
  ...{ message: text, timestamp: 1_790_000_000_000, fromMe: false },
});
const older = message('m1', 'Good game!');
const newer = message('m2', 'Again?');

type Page = Awaited<ReturnType<typeof api.chat.history>>;
/** The responses, in the order of the requests. */
let answers: ((page: Page) => void)[];
const history = vi.spyOn(api.chat, 'history');
const answer = (request: number, page: Page['messages'], nextCursor: string | null = null) =>
  act(async () => answers[request]?.({ messages: page, nextCursor }));
const receive = () => act(async () => void chats.receive(newer as never, player));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  answers = [];
  history.mockReset().mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  useChats.setState({ popups: [{ player, open: true, unread: 0 }] });
  render(
    <Around>
      <ChatPopups onRead={() => undefined} />
    </Around>,
  );
});

it('says that the messages are loading', () => {
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
});

it('shows a message that arrives during the first load', async () => {
  await receive();
  await answer(0, [older]);
  expect(answers).toHaveLength(2);
  await answer(1, [newer, older]);
  expect(screen.getByText('Good game!')).toBeVisible();
  expect(screen.getByText('Again?')).toBeVisible();
});

it('keeps a message that arrives during a refetch', async () => {
  await answer(0, [older]);
  await act(async () => void queryClient.invalidateQueries({ queryKey: ['chat'] }));
  await receive();
  expect(screen.getByText('Again?')).toBeVisible();
  await answer(1, [older]);
  expect(screen.getByText('Again?')).toBeVisible();
  await answer(2, [newer, older]);
  expect(screen.getAllByText('Again?')).toHaveLength(1);
});

it('keeps a message that arrives while older ones load', async () => {
  await answer(0, [older], 'before-m1');
  fireEvent.click(screen.getByRole('button', { name: 'Older messages' }));
  expect(answers).toHaveLength(2);
  await receive();
  await answer(1, [message('m0', 'Hello')]);
  await answer(2, [newer, older], 'before-m1');
  expect(screen.getByText('Again?')).toBeVisible();
});

it('shows messages in the order of the server, though they arrive in another', async () => {
  await answer(0, [older]);
  await act(async () => void chats.receive(message('m3', 'See you!') as never, player));
  await receive();
  const texts = screen.getAllByText(/^(Good game!|Again\?|See you!)$/).map(({ textContent }) => textContent);
  expect(texts).toEqual(['Good game!', 'Again?', 'See you!']);
});

it('needs no request for a message in a loaded chat', async () => {
  await answer(0, [older]);
  await receive();
  expect(screen.getByText('Again?')).toBeVisible();
  expect(answers).toHaveLength(1);
});

it('shows when a message was written although the clock of this device is wrong', async () => {
  await act(async () => serverClock.update(newer.timestamp + 210_000));
  await answer(0, [newer]);
  expect(screen.getByText('3 minutes ago')).toBeVisible();
  serverClock.reset();
});

it('one clock serves the ages of all messages', async () => {
  const subscribe = vi.spyOn(serverClock, 'subscribe');
  await answer(0, [newer, older]);
  expect(screen.getByText('Again?')).toBeVisible();
  // The list has its clock since it was opened.
  expect(subscribe).not.toHaveBeenCalled();
  subscribe.mockRestore();
});
