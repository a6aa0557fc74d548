import { act, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ChatPopups } from '@/features/chat/components/ChatPopups.tsx';
import { chats } from '@/features/chat/index.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Around } from '@/test/Around.tsx';
import { gameAfter } from '@/test/onlineGames.ts';
import { newUser } from '@/test/user.ts';
import { pressShortcut } from '../shell/pressShortcut.ts';
import { cell, fetched, gameStart, inGame, says, sent } from './setup.tsx';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();

it('the focus continues at the board when the offer to take control goes away', () => {
  says(gameStart());
  const game = gameAfter([], { version: 1, autoPlayActive: 'X' });
  says({ type: 'auto_play_enabled', gameId: 'g1', player: 'X', game });
  screen.getByRole('button', { name: 'Take Control' }).focus();
  const taken = { ...game, version: 2, autoPlayActive: null };
  says({ type: 'auto_play_disabled', gameId: 'g1', player: 'X', game: taken });
  expect(cell(1)).toHaveFocus();
});

it('the rest of a message is no move and no shortcut when its chat goes away with the friend', async () => {
  vi.useRealTimers();
  addEventListener('keydown', pressShortcut);
  onTestFinished(() => removeEventListener('keydown', pressShortcut));
  fetched.mockImplementation(async (url) =>
    Response.json(url === '/api/chat/ben' ? { messages: [], nextCursor: null } : []),
  );
  says(gameStart());
  render(<ChatPopups onRead={vi.fn()} />, { wrapper: Around });
  act(() => chats.openPopup({ id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null }));
  const user = newUser();
  await user.keyboard('back at ');
  expect(screen.getByRole('textbox', { name: 'Message to Ben' })).toHaveValue('back at ');
  says({ type: 'user_offline', userId: 'ben' });
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.keyboard('9 or more ok?{Enter}');
  // Keys that correct a sentence lead to no cell, in which the next space would be a move.
  await user.keyboard('{ArrowLeft}{Home} a{End} b');
  expect(sent('move')).toEqual([]);
  expect(useOverlay.getState().open).toBeNull();
  expect(usePreferences.getState().sound).toBe(true);

  // The keyboard goes on at the board, where shortcuts work as before.
  await user.keyboard('{Tab}9 ');
  expect(sent('move')).toMatchObject([{ position: 9 }]);
});
