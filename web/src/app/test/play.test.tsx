import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { gameAfter, player, room } from '@/test/onlineGames.ts';
import { useRoomRequests } from '@/features/rooms/model/store.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { synth } from '@/lib/sound/synth.ts';
import { showAlert, useAlert } from '@/lib/state/alert.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { useToast } from '@/lib/toast.ts';
import { inGame, cell, moved, pong, press, says, sent, gameStart, toast } from './setup.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { expectAccessible } from '@/test/axe.ts';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();

describe('a game', () => {
  it('that starts is acknowledged, comes into view and says so once, when its match could be read', async () => {
    says({
      type: 'match_found',
      room: room(),
      participants: [],
      opponent: player('you', 'Yusuf'),
      betAmount: 5000,
    });
    expect(toast()).toMatchObject({ title: 'Match Found' });
    says(gameStart());
    expect(sent('game_started_ack')).toEqual([{ type: 'game_started_ack', messageId: 'm1' }]);
    expect(toast()).toMatchObject({ title: 'Match Found' });
    await advanceTime(2_000);
    expect(toast()).toMatchObject({
      title: 'Game Started',
      description: 'Let the battle begin! You play X, drawn by lot.',
    });
    expect(useMode.getState().mode).toBe('online');
    expect(screen.getByText('Yusuf')).toBeVisible();
    expect(screen.getByText('You play X, drawn by lot.')).toBeVisible();
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    useToast.setState({ current: null });
    says(gameStart());
    expect(sent('game_started_ack')).toHaveLength(2);
    expect(toast()).toBeNull();
  });

  it('before one there is nothing to press', () => {
    fireEvent.click(cell(3));
    expect(toast()).toMatchObject({
      title: 'Game not ready',
      description: 'Please wait for the game to start...',
    });
  });

  it('shows an own move at once, sends it, and takes it back when it is rejected', () => {
    says(gameStart());
    fireEvent.click(cell(7));
    expect(cell(7)).toHaveAccessibleName(/X/);
    expect(sent('move')).toEqual([{ type: 'move', gameId: 'g1', position: 7, ply: 1 }]);
    says({
      type: 'move_error',
      error: 'Move Error',
      message: 'Conflict',
      code: 'CONFLICT',
      gameId: 'g1',
    });
    expect(cell(7)).toHaveAccessibleName(/empty/);
    expect(useAlert.getState().current).toEqual({
      type: 'error',
      title: 'Move Error',
      text: 'This has changed in the meantime. Please try again.',
    });
  });

  it.each([
    ['move_error', 'NOT_YOUR_TURN', 'Move Error'],
    ['auto_play_error', 'NOT_A_PLAYER', 'Auto-play Error'],
  ])('keeps the title of every %s, also where the code %s has a title of its own', (type, code, title) => {
    says(gameStart());
    says({ type, error: 'x', message: 'Not now.', code, gameId: 'g1' });
    expect(useAlert.getState().current).toMatchObject({ type: 'error', title });
  });

  it.each([
    [8, [], 'Position Locked', 'Position 8 is locked on the first move'],
    [2, [1, 2], 'Invalid move', 'Position already occupied'],
    [3, [1], 'Not your turn', 'Waiting for Yusuf to make a move'],
  ])('explains why %i after %j is no move', (position, moves, title, description) => {
    says(gameStart(moves));
    fireEvent.click(cell(position));
    expect(toast()).toMatchObject({ title, description });
    expect(sent('move')).toEqual([]);
  });

  it('counts the turn down by the clock of the server', async () => {
    says(gameStart());
    expect(screen.getByRole('timer', { name: 'Time left 0:30' })).toBeVisible();
    await advanceTime(12_000);
    expect(screen.getByRole('timer', { name: 'Time left 0:18' })).toBeVisible();
  });

  it('asks how it stands when a move is not confirmed in 5 s', async () => {
    await advanceTime(200);
    says({ type: 'reconnection', status: 'none' });
    says(gameStart());
    const before = sent('request_current_game_state').length;
    fireEvent.click(cell(7));
    await advanceTime(5_000);
    expect(sent('request_current_game_state')).toHaveLength(before + 1);
    says({ type: 'game_reconnection', game: gameAfter([]), room: room(), participants: [] });
    expect(sent('move')).toHaveLength(2);
    says(moved([7]));
    pong();
    await advanceTime(5_000);
    expect(sent('request_current_game_state')).toHaveLength(before + 1);
  });
});

describe('an opponent who is away', () => {
  it('is shown as away until they move', () => {
    says(gameStart());
    says({ type: 'user_offline', userId: 'you' });
    expect(screen.getByText('Away 0:00')).toBeVisible();
    expect(useAnnouncer.getState().polite).toContain('Yusuf is away');
    says({
      type: 'room_participants_updated',
      roomId: 'r1',
      participants: [{ userId: 'you', awaySince: new Date(Date.now() - 12_000).toISOString() }],
    });
    expect(screen.getByText('Away 0:12')).toBeVisible();
    says(moved([1, 2]));
    expect(screen.queryByText(/Away/)).toBeNull();
  });

  it('before the start is shown as away from the start', async () => {
    says({
      type: 'reconnection_room_join',
      room: room(),
      participants: [{ userId: 'me' }, { userId: 'you' }],
    });
    says({ type: 'user_offline', userId: 'you' });
    await advanceTime(7_000);
    says(gameStart());
    expect(screen.getByText('Away 0:07')).toBeVisible();
  });
});

it('leads from any page to the board when a game starts, and closes every dialog', () => {
  const called = vi.fn();
  const stop = onNavigationRequest(called);
  history.pushState(null, '', '/leaderboard');
  useOverlay.getState().show('leaderboard');
  usePlayerCard.getState().open('you');
  useRoomRequests.getState().open();
  act(() => showAlert({ type: 'error', title: 'Error', text: '' }));
  says(gameStart());
  expect(called).toHaveBeenCalledExactlyOnceWith('/');
  expect(useOverlay.getState().open).toBeNull();
  expect(usePlayerCard.getState().userId).toBeNull();
  expect(useRoomRequests.getState().isCreating).toBe(false);
  expect(useAlert.getState().current).toBeNull();
  says({ type: 'game_reconnection', game: gameAfter([1]), room: room(), participants: [] });
  expect(called).toHaveBeenCalledOnce();
  history.pushState(null, '', '/');
  stop();
});

describe('quick chat', () => {
  const chatMessage = (userId: string, messageText: string) => ({
    ...{ type: 'player_chat', roomId: 'r1', gameId: 'g1', userId, messageText },
    ...{ playerSymbol: userId === 'me' ? 'X' : 'O', playerInfo: player(userId, 'Yusuf') },
  });

  it('sends one of twelve phrases, and shows it for its time from when the room has it', async () => {
    says(gameStart());
    press('Chat');
    expect(screen.getByRole('button', { name: 'Good luck!' })).toHaveFocus();
    press('Nice move!');
    expect(sent('player_chat')[0]).toMatchObject({ roomId: 'r1', gameId: 'g1', messageText: 'Nice move!' });
    expect(screen.getByRole('button', { name: 'Chat' })).toHaveFocus();
    says(chatMessage('me', 'Nice move!'));
    expect(screen.getByText('Nice move!')).toBeVisible();
    expect(useAnnouncer.getState().polite).not.toContain('Nice move!');
    await advanceTime(2_999);
    expect(screen.queryByText('Nice move!')).not.toBeNull();
    await advanceTime(1);
    expect(screen.queryByText('Nice move!')).toBeNull();
  });

  it('does not show a phrase that the server rejects', () => {
    says(gameStart());
    press('Chat');
    press('Nice move!');
    says({ type: 'error', code: 'TOO_MANY_REQUESTS', error: 'x', message: 'x' });
    expect(toast()).toMatchObject({ tone: 'error' });
    expect(screen.queryByText('Nice move!')).toBeNull();
  });

  it.each([
    ['Good luck!', 4_000],
    ['Something of their own', 3_000],
  ])('shows what the opponent says: %s, for %i ms', async (messageText, shown) => {
    says(gameStart());
    says(chatMessage('you', messageText));
    expect(screen.getByText(messageText)).toBeVisible();
    await advanceTime(shown);
    expect(screen.queryByText(messageText)).toBeNull();
  });

  it('keeps a long text of the opponent within the strip, and lets presses through', () => {
    for (const message of [gameStart(), chatMessage('you', 'W'.repeat(200))]) says(message);
    const text = screen.getByText('W'.repeat(200));
    expect(text).toHaveClass('line-clamp-2', 'wrap-anywhere');
    expect(text.parentElement).toHaveClass('pointer-events-none');
  });
});

it('passes axe', async () => {
  says(gameStart());
  says({
    type: 'auto_play_enabled',
    gameId: 'g1',
    player: 'X',
    game: gameAfter([], { version: 1, autoPlayActive: 'X' }),
  });
  press('Chat');
  act(() => FakeSocket.last.breaks());
  vi.useRealTimers();
  await expectAccessible();
});

it('the first turn calls the player by a sound, also in a hidden tab', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const bell = vi.spyOn(synth, 'bell').mockReturnValue();
  says({ ...gameStart([1]), game: gameAfter([1], { id: 'g0' }) });
  expect(bell).not.toHaveBeenCalled();
  says(gameStart());
  expect(bell).toHaveBeenCalledTimes(2);
});
