import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { ChatDialog } from '../components/ChatDialog.tsx';
import { ChatPopups } from '../components/ChatPopups.tsx';
import { useChats } from '../model/store.ts';

const player = { id: 'amara', displayName: 'Amara', profileImageUrl: null } as never;
const message = {
  ...{ id: 'm1', senderId: 'amara', senderName: 'amara', senderDisplayName: 'Amara' },
  ...{ message: 'Good game!', timestamp: 1_790_000_000_000, fromMe: false },
};
const history = vi.spyOn(api.chat, 'history');

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  queryClient.clear();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  useChats.setState({ popups: [{ player, open: true, unread: 0 }] });
});

it.each([
  ['dialog', <ChatDialog key="" player={player} onRead={() => undefined} onClose={() => undefined} />],
  ['popup', <ChatPopups key="" onRead={() => undefined} />],
])('a response without messages breaks only the chat (%s), which can be loaded again', async (_, chat) => {
  history.mockResolvedValueOnce({ nextCursor: null } as never);
  render(
    <Around>
      <p>The board</p>
      {chat}
    </Around>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');
  expect(screen.getByText('The board')).toBeVisible();
  history.mockResolvedValueOnce({ messages: [message], nextCursor: null });
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Good game!')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
