import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { gameAfter, room, WIN_FOR_O } from '@/test/onlineGames.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { closeAlert, useAlert } from '@/lib/state/alert.ts';
import { inGame, cell, fetched, press, says, sent, gameStart, toast } from './setup.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { json } from '@/test/json.ts';

const refreshUser = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('@/entities/session/session.ts', () => ({ refreshUser }));
inGame();

describe('a lost connection', () => {
  it('freezes the board under a loud notice, and is made good by the whole game', async () => {
    says(gameStart());
    act(() => FakeSocket.last.breaks());
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Connecting...Re-establishing connection to game server',
    );
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    says({ type: 'game_reconnection', game: gameAfter([1, 2]), room: room(), participants: [] });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(cell(2)).toHaveAccessibleName(/O/);
    expect(toast()).toMatchObject({ title: 'Reconnected!' });
  });

  it('with a move on its way sends that by HTTP', async () => {
    says(gameStart());
    fireEvent.click(cell(7));
    fetched.mockImplementation(async (url) =>
      url === '/api/games/g1/moves' ? json(200, gameAfter([7])) : json(404, {}),
    );
    act(() => FakeSocket.last.breaks());
    await advanceTime(0);
    expect(fetched).toHaveBeenCalledWith(
      '/api/games/g1/moves',
      expect.objectContaining({ method: 'POST', body: '{"position":7,"ply":1}' }),
    );
    expect(useOnlineGame.getState().onlineGame).toMatchObject({ pendingMove: null, game: { moves: [7] } });
  });

  it.each([429, 503])('keeps a move that HTTP rejects with %i, for the next connection', async (status) => {
    says(gameStart());
    fireEvent.click(cell(7));
    fetched.mockImplementation(async () => json(status, {}));
    act(() => FakeSocket.last.breaks());
    await advanceTime(2_000);
    expect(fetched).toHaveBeenCalledWith('/api/games/g1/moves', expect.objectContaining({ method: 'POST' }));
    expect(useOnlineGame.getState().onlineGame?.pendingMove).toBe(7);
    expect(useAlert.getState().current).toBeNull();
    act(() => FakeSocket.last.welcome());
    says({ type: 'game_reconnection', game: gameAfter([]), room: room(), participants: [] });
    expect(sent('move')).toEqual([{ type: 'move', gameId: 'g1', position: 7, ply: 1 }]);
  });

  it('with a move that was not made in time does not send it at the next turn', async () => {
    says(gameStart());
    fireEvent.click(cell(7));
    const response = Promise.withResolvers<Response>();
    fetched.mockImplementation(async (url) =>
      url === '/api/games/g1/moves' ? response.promise : json(404, {}),
    );
    act(() => FakeSocket.last.breaks());
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    says({ type: 'game_reconnection', game: gameAfter([1, 2]), room: room(), participants: [] });
    expect(sent('move')).toEqual([]);
    fireEvent.click(cell(9));
    expect(sent('move')).toEqual([{ type: 'move', gameId: 'g1', position: 9, ply: 3 }]);
    response.resolve(json(409, { code: 'CONFLICT', message: 'Conflict' }));
    await advanceTime(0);
    expect(useOnlineGame.getState().onlineGame?.pendingMove).toBe(9);
    expect(useAlert.getState().current).toBeNull();
  });

  it('that a newer tab has replaced says so, and reconnects on a press', () => {
    says(gameStart([1]));
    act(() => FakeSocket.last.breaks(1000));
    expect(screen.getByRole('alert')).toHaveTextContent('Your game goes on in another tab');
    screen.getByRole('button', { name: 'Use this tab' }).focus();
    press('Use this tab');
    expect(screen.getByRole('alert')).toHaveTextContent('Connecting...');
    expect(cell(1)).toHaveFocus();
    act(() => FakeSocket.last.welcome());
    says({ type: 'game_reconnection', game: gameAfter([1, 2]), room: room(), participants: [] });
    expect(cell(2)).toHaveAccessibleName(/O/);
    expect(toast()).toMatchObject({ title: 'Reconnected!' });
  });

  it('that was never lost shows no notice when only the clock changed', () => {
    says(gameStart([1]));
    says({ type: 'game_reconnection', game: gameAfter([1], { version: 2 }), room: room(), participants: [] });
    expect(toast()).toMatchObject({ title: 'Game Started' });
    expect(useOnlineGame.getState().onlineGame?.game.version).toBe(2);
  });

  it('that outlasts the game asks how it ended', async () => {
    says(gameStart());
    // The owned emojis are fetched too, and a response can be read only once.
    fetched.mockImplementation(async (url) =>
      url === '/api/games/g1' ? json(200, gameAfter(WIN_FOR_O)) : json(404, {}),
    );
    says({ type: 'reconnection', status: 'none' });
    // A read starts in a task of its own, which fake timers do not control.
    await vi.waitFor(() => expect(useOnlineGame.getState().onlineGame?.phase).not.toBe('playing'), 10_000);
    await advanceTime(700);
    expect(screen.getByRole('dialog', { name: 'Defeat' })).toBeVisible();
  });

  it.each([429, 503])('that outlasts the game requests its result again after %i', async (status) => {
    says(gameStart());
    let isAvailable = false;
    fetched.mockImplementation(async (url) => {
      if (url !== '/api/games/g1') return json(404, {});
      return isAvailable ? json(200, gameAfter(WIN_FOR_O)) : json(status, {});
    });
    const reads = () => fetched.mock.calls.filter(([url]) => url === '/api/games/g1');
    says({ type: 'reconnection', status: 'none' });
    await vi.waitFor(() => expect(reads()).toHaveLength(1), 10_000);
    await advanceTime(0);
    isAvailable = true;
    await advanceTime(3_000);
    await vi.waitFor(() => expect(useOnlineGame.getState().onlineGame?.phase).not.toBe('playing'), 10_000);
    await advanceTime(700);
    expect(screen.getByRole('dialog', { name: 'Defeat' })).toBeVisible();
  });

  it('finds the game again after a reload, before the server has spoken', () => {
    says(gameStart([1, 2]));
    useOnlineGame.getState().enter('another-user');
    act(() => useOnlineGame.getState().enter('me'));
    expect(cell(2)).toHaveAccessibleName(/O/);
  });
});

it('a lost connection is made good for a screen reader by the last move and by who is back', async () => {
  says(gameStart([1]));
  says({ type: 'user_offline', userId: 'you' });
  act(() => FakeSocket.last.breaks());
  await advanceTime(2_000);
  act(() => FakeSocket.last.welcome());
  const participants = [{ userId: 'you', awaySince: null }];
  says({ type: 'game_reconnection', game: gameAfter([1, 2]), room: room(), participants });
  expect(useAnnouncer.getState().polite).toBe('Yusuf played O on 2. Your turn Yusuf is back');
});

describe('a game that ended while the player was offline', () => {
  beforeEach(async () => {
    says(gameStart([1]));
    act(() => FakeSocket.last.breaks());
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    refreshUser.mockClear();
  });
  const hasExpired = () => {
    expect(toast()).toMatchObject({
      title: 'Game Expired',
      description: 'Game expired due to inactivity. Returning to lobby.',
    });
    expect(screen.getByText('No opponent yet')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(refreshUser).toHaveBeenCalled();
  };
  const expired = gameAfter([1], { status: 'abandoned', winner: null, version: 3 });

  it('because it expired says so, when the server sends the game', async () => {
    says({ type: 'game_reconnection', game: expired, room: room(), participants: [] });
    says({ type: 'game_expired', gameId: 'g1', roomId: 'r1', message: '' });
    await advanceTime(1_000);
    hasExpired();
  });

  it.each([
    { type: 'reconnection', status: 'none' },
    { type: 'reconnection_room_join', room: room(), participants: [] },
  ])('because it expired says so, after $type', async (message) => {
    fetched.mockImplementation(async (url) => (url === '/api/games/g1' ? json(200, expired) : json(404, {})));
    says(message);
    await vi.waitFor(() => expect(useOnlineGame.getState().onlineGame?.phase).not.toBe('playing'), 10_000);
    await advanceTime(1_000);
    hasExpired();
  });

  it('because the opponent left shows the win', async () => {
    const left = gameAfter([1], { status: 'abandoned', winner: 'X', version: 3 });
    says({ type: 'game_reconnection', game: left, room: room(), participants: [] });
    await advanceTime(1_000);
    expect(screen.getByRole('dialog', { name: 'Victory!' })).toHaveAccessibleDescription(
      'Yusuf left the game.',
    );
  });

  it('leaves the next game without a notice of a reconnection', async () => {
    says({ type: 'game_expired', gameId: 'g1', roomId: 'r1', message: '' });
    const next = { id: 'g2' };
    says({ ...gameStart([], 'm2'), game: gameAfter([], next) });
    says({
      type: 'game_reconnection',
      game: gameAfter([], { ...next, version: 1 }),
      room: room(),
      participants: [],
    });
    expect(toast()).toMatchObject({ title: 'Game Started' });
  });
});

it('a move that HTTP rejects without a reason is called invalid', async () => {
  says(gameStart());
  fireEvent.click(cell(7));
  fetched.mockImplementation(async () => json(418, {}));
  act(() => FakeSocket.last.breaks());
  await advanceTime(0);
  expect(useAlert.getState().current).toMatchObject({ title: 'Move Error', text: 'Invalid move' });
  act(closeAlert);
});
