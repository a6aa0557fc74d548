import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Around } from '@/test/Around.tsx';
import { ChatPopups } from '../components/ChatPopups.tsx';
import { useChats } from '../model/store.ts';

const player = { id: 'amara', displayName: 'Amara', profileImageUrl: null } as never;
const picture = () => screen.queryByRole('button', { name: "Amara's profile" });

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  vi.spyOn(api.chat, 'history').mockResolvedValue({ messages: [], nextCursor: null });
  usePlayerCard.getState().close();
  useChats.setState({ popups: [{ player, open: false, unread: 0 }] });
  render(<ChatPopups onRead={() => undefined} />, { wrapper: Around });
});

it('the picture of a closed chat opens the chat, as its whole head does', () => {
  expect(picture()).toBeNull();
});

it('the picture of an open chat opens the profile', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Chat with Amara' }));
  fireEvent.click(picture()!);
  expect(usePlayerCard.getState().userId).toBe('amara');
  expect(screen.getByRole('button', { name: 'Chat with Amara' })).toHaveAttribute('aria-expanded', 'true');
});

it('a closed chat leaves the focus to the page', () => {
  const { unmount } = render(<h1 tabIndex={-1}>Fifteen</h1>);
  const close = screen.getByRole('button', { name: 'Close the chat with Amara' });
  close.focus();
  fireEvent.click(close);
  expect(screen.queryByRole('button', { name: 'Chat with Amara' })).toBeNull();
  expect(screen.getByRole('heading')).toHaveFocus();
  unmount();
});
