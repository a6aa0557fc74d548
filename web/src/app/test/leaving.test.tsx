import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { gameAfter, room, WIN_FOR_X } from '@/test/onlineGames.ts';
import { forgetRoom } from '@/entities/room/room.ts';
import { useMode } from '@/lib/state/mode.ts';
import { inGame, fetched, moved, press, says, sent, gameStart, toast } from './setup.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { json } from '@/test/json.ts';

afterEach(() => act(forgetRoom));
vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();

describe('leaving', () => {
  it('asks first, names the bet, and gives the game up', async () => {
    says(gameStart([1]));
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    press('Leave');
    await advanceTime(0);
    expect(screen.getByRole('dialog', { name: 'Leave this game?' })).toHaveAccessibleDescription(
      'If you leave now, you lose the game and your bet of 5,000 coins.',
    );
    press('Leave and lose');
    // The message of the socket may arrive before the response.
    says({ type: 'game_abandoned', gameId: 'g1', roomId: 'r1', message: '' });
    await advanceTime(0);
    expect(fetched).toHaveBeenCalledWith('/api/rooms/r1/leave', expect.objectContaining({ method: 'POST' }));
    expect(toast()).toMatchObject({ title: 'You left the game', description: 'You lost 5,000 coins' });
    says(moved([1, 2]));
    expect(screen.getByText('No opponent yet')).toBeVisible();
  });

  it('cannot be cancelled while it is under way, since a retry may still carry it out', async () => {
    says(gameStart([1]));
    const left = Promise.withResolvers<Response>();
    fetched.mockReturnValue(left.promise);
    press('Leave');
    await advanceTime(0);
    press('Leave and lose');
    const stay = screen.getByRole('button', { name: 'Keep playing' });
    fireEvent.click(stay);
    fireEvent.keyDown(stay, { key: 'Escape' });
    expect(screen.getByRole('dialog', { name: 'Leave this game?' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    left.resolve(json(409, { code: 'CONFLICT' }));
    await advanceTime(0);
    press('Keep playing');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(useOnlineGame.getState().onlineGame).not.toBeNull();
  });

  it('shows the result of a game that ended by a move at that moment', async () => {
    says(gameStart(WIN_FOR_X.slice(0, 4)));
    const left = Promise.withResolvers<Response>();
    fetched.mockImplementation(async (url) => (url === '/api/rooms/r1/leave' ? left.promise : json(404, {})));
    press('Leave');
    await advanceTime(0);
    press('Leave and lose');
    says(moved(WIN_FOR_X));
    left.resolve(new Response(null, { status: 204 }));
    await advanceTime(700);
    expect(screen.getByRole('dialog', { name: 'Victory!' })).toBeVisible();
    expect(toast()).not.toMatchObject({ title: 'You left the game' });
  });

  it('for another mode asks for a confirmation, too; a player who stays keeps the game', async () => {
    says(gameStart([1]));
    act(() => useOnlineGame.getState().leaveTo('ai'));
    await advanceTime(0);
    press('Keep playing');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(useMode.getState().mode).toBe('online');
    expect(useOnlineGame.getState().onlineGame).not.toBeNull();
  });

  it('is no longer asked once the game is over', () => {
    says(gameStart(WIN_FOR_X.slice(0, 4)));
    press('Leave');
    says(moved(WIN_FOR_X));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that fails requests the game, which it may have lost nevertheless', async () => {
    await advanceTime(200);
    says({ type: 'reconnection', status: 'none' });
    says(gameStart([1]));
    const lost = gameAfter([1], { status: 'abandoned', winner: 'O', version: 2 });
    fetched.mockImplementation(async (url) => (url === '/api/games/g1' ? json(200, lost) : json(503, {})));
    press('Leave');
    await advanceTime(0);
    const requests = sent('request_current_game_state').length;
    press('Leave and lose');
    says({ type: 'game_abandoned', gameId: 'g1', roomId: 'r1', message: '' });
    await advanceTime(2_000);
    expect(toast()?.tone).toBe('error');
    expect(sent('request_current_game_state')).toHaveLength(requests + 1);
    says({ type: 'reconnection', status: 'none' });
    await vi.waitFor(() => expect(useOnlineGame.getState().onlineGame?.phase).not.toBe('playing'), 10_000);
    await advanceTime(700);
    expect(screen.getByRole('dialog', { name: 'Defeat' })).toBeVisible();
  });

  it('does not name a lost bet when the game has expired at that moment', async () => {
    says(gameStart([1]));
    fetched.mockResolvedValue(new Response(null, { status: 204 }));
    press('Leave');
    await advanceTime(0);
    press('Leave and lose');
    says({ type: 'game_expired', gameId: 'g1', roomId: 'r1', message: '' });
    await advanceTime(0);
    expect(toast()).toMatchObject({ title: 'Game Expired' });
    expect(screen.getByText('No opponent yet')).toBeVisible();
  });
});

describe('another mode, for a player whose room has no game yet,', () => {
  const waitInRoom = (role = 'player') =>
    says({ type: 'reconnection_room_join', room: room(), participants: [{ userId: 'me', role }] });
  const question = () => screen.queryByRole('dialog', { name: 'Leave this room?' });
  const choose = async (mode: 'ai' | 'pass-play') => {
    act(() => useOnlineGame.getState().leaveTo(mode));
    await advanceTime(0);
  };

  it('is entered after a question, or not at all', async () => {
    waitInRoom();
    await choose('ai');
    expect(question()).toHaveAccessibleDescription(/ABCDEFGH/);
    press('Stay');
    expect(question()).toBeNull();
    expect(useMode.getState().mode).toBe('online');
    await choose('pass-play');
    press('Leave room');
    expect(question()).toBeNull();
    expect(useMode.getState().mode).toBe('pass-play');
  });

  it('is not entered when the game has begun meanwhile, and the game is not left', async () => {
    waitInRoom();
    await choose('ai');
    says(gameStart());
    await advanceTime(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(useOnlineGame.getState()).toMatchObject({ leaving: null, onlineGame: { phase: 'playing' } });
  });

  it('is no longer asked for once the room has ended', async () => {
    waitInRoom();
    await choose('ai');
    says({ type: 'room_ended', gameId: null, roomId: 'r1', message: 'The room was closed.' });
    expect(screen.queryByRole('dialog')).toBeNull();
    waitInRoom();
    await advanceTime(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is entered at once by a spectator', async () => {
    waitInRoom('spectator');
    await choose('ai');
    expect(useMode.getState().mode).toBe('ai');
  });
});
