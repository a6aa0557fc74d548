import { act, fireEvent, screen } from '@testing-library/react';
import type { Participant } from '@fifteen/contract';
import { describe, expect, it, vi } from 'vitest';
import { useLocalGame } from '@/features/local-game/model/store.ts';
import { onlineGameHandlers, useOnlineGame } from '@/features/online-game/model/store.ts';
import { DRAW, gameAfter, player, resultOf, room, WIN_FOR_O, WIN_FOR_X } from '@/test/onlineGames.ts';
import { enterRoom, forgetRoom, useRoom } from '@/entities/room/room.ts';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { synth } from '@/lib/sound/synth.ts';
import { showAlert, useAlert } from '@/lib/state/alert.ts';
import { useMode } from '@/lib/state/mode.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { inGame, cell, fetched, moved, onFindMatch, press, says, gameStart, toast } from './setup.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { json } from '@/test/json.ts';

const refreshUser = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('@/entities/session/session.ts', () => ({ refreshUser }));
inGame();

const opponentLeft = () => {
  const game = gameAfter([1], { status: 'abandoned', version: 2 });
  const result = resultOf(game, { winner: 'X', condition: 'abandonment', isAbandonmentWin: true });
  says({ type: 'player_left_win', ...result, message: 'Yusuf left the game.' });
};
const opponentLeaves = () => {
  says(gameStart([1]));
  opponentLeft();
};

describe('a quick game', () => {
  it('leaves no toast of its start over the result', () => {
    says(gameStart(WIN_FOR_O.slice(0, -1)));
    expect(toast()).toMatchObject({ title: 'Game Started' });
    says(moved(WIN_FOR_O));
    expect(toast()).toBeNull();
  });

  it('has none at all if it was shorter than the notice of its match', async () => {
    const opponent = player('you', 'Yusuf');
    says({ type: 'match_found', room: room(), participants: [], opponent, betAmount: 5000 });
    expect(toast()).toMatchObject({ title: 'Match Found' });
    says(gameStart(WIN_FOR_O.slice(0, -1)));
    says(moved(WIN_FOR_O));
    expect(toast()).toBeNull();
    await advanceTime(2_000);
    expect(toast()?.title).not.toBe('Game Started');
  });
});

describe('the end', () => {
  const end = async (moves: readonly number[]) => {
    says(gameStart(moves.slice(0, -1)));
    says(moved(moves));
    says({ type: 'game_over', ...resultOf(gameAfter(moves)) });
    await advanceTime(700);
  };

  it('of a win names the connection and the coins', async () => {
    await end(WIN_FOR_X);
    expect(screen.getByRole('dialog', { name: 'Victory!' })).toHaveAccessibleDescription(
      'Three in column 2: 2-7-12',
    );
    expect(screen.getByText('You won 5,000 coins')).toBeVisible();
    expect(refreshUser).toHaveBeenCalled();
    press('Find another match');
    expect(onFindMatch).toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for the leaderboards again when they are next looked at', async () => {
    queryClient.setQueryData(['leaderboard', 'weekly'], []);
    says(gameStart(WIN_FOR_X.slice(0, -1)));
    expect(queryClient.getQueryState(['leaderboard', 'weekly'])).toMatchObject({ isInvalidated: false });
    await end(WIN_FOR_X);
    expect(queryClient.getQueryState(['leaderboard', 'weekly'])).toMatchObject({ isInvalidated: true });
  });

  it('of a loss says what it cost', async () => {
    await end(WIN_FOR_O);
    expect(screen.getByRole('dialog', { name: 'Defeat' })).toBeVisible();
    expect(screen.getByText('You lost 5,000 coins')).toBeVisible();
  });

  it('has the screen for itself: nothing about a move is left', async () => {
    says(gameStart(WIN_FOR_O.slice(0, -1)));
    fireEvent.click(cell(5));
    expect(toast()).toMatchObject({ title: 'Not your turn' });
    act(() => showAlert({ type: 'error', title: 'Move Error', text: 'Invalid move' }));
    says(moved(WIN_FOR_O));
    expect(toast()).toBeNull();
    expect(useAlert.getState().current).toBeNull();
  });

  it('by an opponent who left switches to the computer 3 s after the result was closed', async () => {
    opponentLeaves();
    expect(screen.getByRole('dialog', { name: 'Victory!' })).toHaveAccessibleDescription(
      'Yusuf left the game.',
    );
    await advanceTime(10_000);
    expect(screen.getByRole('dialog', { name: 'Victory!' })).toBeVisible();
    expect(useMode.getState().mode).toBe('online');
    press('View board');
    await advanceTime(500);
    expect(toast()).toMatchObject({ title: 'Switching to AI mode in 3 seconds...' });
    await advanceTime(2_999);
    expect(useMode.getState().mode).toBe('online');
    await advanceTime(1);
    expect(useMode.getState().mode).toBe('ai');
    expect(useOnlineGame.getState().onlineGame).toBeNull();
    expect(useLocalGame.getState().game).toMatchObject({ mode: 'ai', state: { moves: [] } });
  });

  it('by an opponent who left does not switch while a dialog is open, or once a player has come', async () => {
    opponentLeaves();
    press('View board');
    await advanceTime(500);
    act(() => useOnlineGame.getState().openResult());
    await advanceTime(10_000);
    expect(useMode.getState().mode).toBe('online');
    press('View board');
    await advanceTime(500);
    const participants = [
      { userId: 'me', role: 'player' },
      { userId: 'clara', role: 'player' },
    ];
    act(() => void enterRoom(room(), participants as Participant[]));
    await advanceTime(10_000);
    expect(useMode.getState().mode).toBe('online');
    act(forgetRoom);
  });

  it('by an opponent who left does not switch a player who has gone on to another mode', async () => {
    opponentLeaves();
    press('View board');
    await advanceTime(500);
    act(() => useOnlineGame.getState().leaveTo('pass-play'));
    await advanceTime(10_000);
    expect(useMode.getState().mode).toBe('pass-play');
  });

  it('by an opponent who left is cleared when another tab of the player enters another room', async () => {
    opponentLeaves();
    says({ type: 'reconnection_room_join', room: room('r2'), participants: [] });
    expect(useOnlineGame.getState().onlineGame).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    await advanceTime(5_000);
    expect(useMode.getState().mode).toBe('online');
    act(forgetRoom);
  });

  it('of a draw shows its result at once', async () => {
    says(gameStart(DRAW.slice(0, -1)));
    says(moved(DRAW));
    await advanceTime(0);
    expect(screen.getByRole('dialog', { name: 'Draw' })).toBeVisible();
  });

  it('does not come back with its result after the other declined to play again', async () => {
    await end(WIN_FOR_X);
    says({ type: 'play_again_rejected', requestId: 'q1', gameId: 'g1' });
    expect(useMode.getState().mode).toBe('ai');
    expect(useOnlineGame.getState().onlineGame).toBeNull();
  });

  it('does not come back with its result after the room ended', async () => {
    act(() => void enterRoom(room(), []));
    await end(WIN_FOR_X);
    says({ type: 'room_ended', gameId: 'g1', roomId: 'r1', message: '' });
    expect(toast()).toMatchObject({ title: 'Game Ended' });
    await advanceTime(1_000);
    expect(useMode.getState().mode).toBe('ai');
    expect(useOnlineGame.getState().onlineGame).toBeNull();
  });
});

it.each([
  ['game_abandoned', 'Game Ended', 'Game ended because a player left the room.', 2_000, 'ai'],
  ['game_expired', 'Game Expired', 'Game expired due to inactivity. Returning to lobby.', 2_000, 'online'],
])('the end by %s dismisses the game and shows %s', async (type, title, description, ms, mode) => {
  says(gameStart([1]));
  says({ type, gameId: 'g1', roomId: 'r1', message: '' });
  expect(toast()).toMatchObject({ title, description });
  expect(toast()?.tone).toBe('error');
  expect(screen.getByText('No opponent yet')).toBeVisible();
  await advanceTime(ms);
  expect(useMode.getState().mode).toBe(mode);
});

it('an expired game leads to the lobby, and the end of its room shows no second notice', () => {
  says({ type: 'reconnection_room_join', room: room(), participants: [] });
  says(gameStart([1]));
  says({ type: 'game_expired', gameId: 'g1', roomId: 'r1', message: '' });
  expect(useRoom.getState().room).toBeNull();
  says({ type: 'room_ended', gameId: null, roomId: 'r1', message: 'The room was closed.' });
  expect(toast()).toMatchObject({ title: 'Game Expired' });
  expect(useMode.getState().mode).toBe('online');
});

it('an expired game says so when only the end of its room arrives', async () => {
  says({ type: 'reconnection_room_join', room: room(), participants: [] });
  says(gameStart([1]));
  const expired = gameAfter([1], { status: 'abandoned', winner: null, version: 3 });
  fetched.mockImplementation(async (url) => (url === '/api/games/g1' ? json(200, expired) : json(404, {})));
  says({ type: 'room_ended', gameId: 'g1', roomId: 'r1', message: 'The room was closed.' });
  await vi.waitFor(() => expect(useOnlineGame.getState().onlineGame).toBeNull(), 10_000);
  await advanceTime(1_000);
  expect(toast()).toMatchObject({ title: 'Game Expired' });
  expect(refreshUser).toHaveBeenCalled();
  expect(useRoom.getState().room).toBeNull();
  expect(useMode.getState().mode).toBe('online');
});

it('the end of a room that a spectator has left for a search shows no notice', async () => {
  act(() => useOnlineGame.getState().enter('her'));
  says(gameStart([1]));
  says({ type: 'room_ended', gameId: 'g1', roomId: 'r1', message: 'The room was closed.' });
  await advanceTime(1_000);
  expect(toast()).not.toMatchObject({ title: 'Game Ended' });
  expect(useMode.getState().mode).toBe('online');
  expect(useOnlineGame.getState().onlineGame).toBeNull();
});

it('ignores messages about a game that is not played here', () => {
  says(gameStart([1]));
  expect(onlineGameHandlers.dismiss('another')).toBe(false);
  expect(useOnlineGame.getState().onlineGame).not.toBeNull();
});

it('a win because the opponent left is announced, with a sound', async () => {
  const bell = vi.spyOn(synth, 'bell').mockReturnValue();
  says(gameStart([1]));
  await advanceTime(500);
  bell.mockClear();
  opponentLeft();
  await advanceTime(500);
  expect(useAnnouncer.getState().assertive).toBe('You won. Yusuf left the game.');
  expect(bell).toHaveBeenCalledTimes(3);
  bell.mockRestore();
});
