import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { gameAfter } from '@/test/onlineGames.ts';
import { useRoomRequests } from '@/features/rooms/model/store.ts';
import { enterRoom, useRoom } from '@/entities/room/room.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import {
  atHome,
  fetched,
  json,
  leaveCall,
  me,
  person,
  press,
  room,
  says,
  Screen,
  sent,
  serves,
  toast,
  yusuf,
} from './roomSide.tsx';
import { advanceTime } from '@/test/advanceTime.ts';

const session = vi.hoisted(() => ({ user: {} as Partial<User> }));
vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => session,
}));
afterEach(() => (session.user = {}));
atHome();

const LIMITED =
  'New players can bet up to 1,000 coins a game. Finish 20 games against at least 5 different people to bet more.';

it('the field for codes shows new players their bet limit, since a code has no visible bet', () => {
  session.user = { stakeLimit: { coins: 1_000, games: 20 } };
  render(<Screen />);
  expect(screen.getByText(LIMITED)).toBeVisible();
});

describe('joining', () => {
  it('asks for a code first', () => {
    render(<Screen />);
    press('Join as Player');
    expect(screen.getByLabelText('Room code')).toHaveAccessibleDescription('Please enter a room code');
    expect(screen.getByLabelText('Room code')).toHaveFocus();
  });

  it('takes a pasted link, and enters the room that answers', async () => {
    render(<Screen />);
    const field = screen.getByLabelText('Room code');
    fireEvent.change(field, { target: { value: 'https://fifteen.example/?room=k7qx2m9p' } });
    expect(field).toHaveValue('K7QX2M9P');
    press('Join as Spectator');
    await advanceTime(0);
    const [request] = sent('join_room_request');
    expect(request).toMatchObject({ code: 'K7QX2M9P', role: 'spectator' });
    const participants = [yusuf, person('me', 'Mina', 'spectator')];
    const game = { ...gameAfter([1]), playerXId: 'you', playerOId: 'her' };
    says({
      type: 'join_room_success',
      room: room({ ownerId: 'you', status: 'playing' }),
      participants,
      game,
      requestId: request?.requestId,
    });
    await advanceTime(0);
    expect(toast()).toMatchObject({ title: 'Joined room successfully.' });
    expect(useOnlineGame.getState().onlineGame?.game.moves).toEqual([1]);
    expect(screen.getByText('1 spectator')).toBeVisible();
  });

  it('is asked for once more, as the same request, when the connection was lost before the answer', async () => {
    render(<Screen />);
    fireEvent.change(screen.getByLabelText('Room code'), { target: { value: 'K7QX2M9P' } });
    press('Join as Player');
    await advanceTime(0);
    const requests = sent('join_room_request');
    act(() => FakeSocket.last.breaks());
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    expect(sent('join_room_request')).toEqual(requests);
    // The server sends the room before it responds: only one notice is shown.
    const there = { room: room({ ownerId: 'you' }), participants: [yusuf, me] };
    says({ type: 'reconnection_room_join', ...there });
    expect(toast()).toBeNull();
    says({ type: 'join_room_success', ...there, requestId: requests[0]?.requestId });
    await advanceTime(0);
    expect(toast()).toMatchObject({ title: 'Joined room successfully.' });
    act(() => FakeSocket.last.breaks());
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    expect(sent('join_room_request')).toEqual([]);
  });

  it('that is rejected says why in a dialog, for want of coins under its own title', async () => {
    render(<Screen />);
    fireEvent.change(screen.getByLabelText('Room code'), { target: { value: 'K7QX2M9P' } });
    press('Join as Player');
    await advanceTime(0);
    const requestId = sent('join_room_request')[0]?.requestId;
    const failure = { type: 'join_room_error', error: 'x', message: 'Room is full', code: 'ROOM_FULL' };
    says({ ...failure, requestId: 'of somebody else' });
    expect(useAlert.getState().current).toBeNull();
    says({ ...failure, requestId });
    expect(useAlert.getState().current).toMatchObject({ title: 'Join Room Error', text: 'Room is full' });

    press('Join as Player');
    await advanceTime(0);
    const message = 'You need 50000 coins to play online. Win AI games to earn coins!';
    says({
      ...failure,
      message,
      code: 'INSUFFICIENT_COINS',
      requestId: sent('join_room_request')[1]?.requestId,
    });
    expect(useAlert.getState().current).toMatchObject({ type: 'coins', title: 'Insufficient Coins' });
  });

  it.each(['ROOM_FULL', 'INSUFFICIENT_COINS', 'ROOM_NOT_FOUND'])(
    'that fails with %s keeps the present room',
    async (code) => {
      const present = room({ id: 'present', code: 'PRESENT2', ownerId: 'me' });
      act(() => void enterRoom(present, [me]));
      render(<Screen />);
      await act(async () => useRoomRequests.getState().joinRoom('K7QX2M9P', 'player'));
      const requestId = sent('join_room_request')[0]?.requestId;
      says({ type: 'join_room_error', error: 'x', message: 'No.', code, requestId });
      await advanceTime(0);
      expect(fetched.mock.calls.map(([url]) => url)).not.toContain(leaveCall('present'));
      expect(useRoom.getState().room?.id).toBe('present');
    },
  );

  it('that succeeds replaces the present room without a notice of its end', async () => {
    act(() => void enterRoom(room({ id: 'present', code: 'PRESENT2', ownerId: 'me' }), [me]));
    render(<Screen />);
    await act(async () => useRoomRequests.getState().joinRoom('K7QX2M9P', 'player'));
    const requestId = sent('join_room_request')[0]?.requestId;
    says({ type: 'room_ended', gameId: null, roomId: 'present', message: 'The room was closed.' });
    expect(toast()).toBeNull();
    says({ type: 'join_room_success', room: room({ ownerId: 'you' }), participants: [yusuf, me], requestId });
    await advanceTime(0);
    expect(toast()).toMatchObject({ title: 'Joined room successfully.' });
    expect(useRoom.getState().room?.code).toBe('K7QX2M9P');
  });

  it('without an answer ends after 25 s', async () => {
    render(<Screen />);
    fireEvent.change(screen.getByLabelText('Room code'), { target: { value: 'K7QX2M9P' } });
    press('Join as Player');
    await advanceTime(24_000);
    expect(screen.getByRole('button', { name: 'Join as Player' })).toHaveAttribute('aria-disabled', 'true');
    await advanceTime(1_500);
    expect(useAlert.getState().current).toMatchObject({ text: 'Request timeout. Please try again.' });
    expect(screen.getByRole('button', { name: 'Join as Player' })).not.toHaveAttribute('aria-disabled');
  });

  it('needs a connection to the server', async () => {
    render(<Screen />);
    fireEvent.change(screen.getByLabelText('Room code'), { target: { value: 'K7QX2M9P' } });
    act(() => FakeSocket.last.breaks());
    press('Join as Player');
    await advanceTime(0);
    expect(useAlert.getState().current?.text).toBe('Not connected to server. Please wait and try again.');
  });
});

describe('making a room', () => {
  it('sends what was chosen; the answer closes the dialog', async () => {
    render(<Screen />);
    press('Create New Room');
    await advanceTime(0);
    expect(screen.getByRole('radio', { name: '2 players' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '5,000 coins' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Private room' })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: '50,000 coins' })).toBeDisabled();
    fireEvent.click(screen.getByRole('radio', { name: 'Players and spectators' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Friendly' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Private room' }));
    press('Create Room');
    const [request] = sent('create_room');
    expect(request?.roomData).toEqual({ name: 'Game Room', maxPlayers: 4, betAmount: 0, isPrivate: true });
    says({ type: 'create_room_success', room: room(), participants: [me], requestId: request?.requestId });
    await advanceTime(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(toast()).toMatchObject({ title: 'Room K7QX2M9P created successfully' });
    expect(localStorage.getItem('currentRoomState')).toContain('K7QX2M9P');
  });

  it('for a challenged player is for the two alone, and invites them when it is there', async () => {
    const response: unknown = { id: 'i1', roomId: 'r1', invitedId: 'you', status: 'pending' };
    render(<Screen />);
    await act(async () => useRoomRequests.getState().open({ id: 'you', displayName: 'Yusuf' }));
    serves((url) => json(url.endsWith('/invite') ? response : [me]));
    expect(screen.getByRole('dialog', { name: 'Challenge Yusuf' })).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Private room' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Friendly' }));
    press('Send challenge');
    const [request] = sent('create_room');
    expect(request?.roomData).toEqual({ name: 'Game Room', maxPlayers: 2, betAmount: 0, isPrivate: true });
    expect(fetched).not.toHaveBeenCalledWith('/api/rooms/r1/invite', expect.anything());
    says({ type: 'create_room_success', room: room(), participants: [me], requestId: request?.requestId });
    await advanceTime(0);
    expect(fetched).toHaveBeenCalledWith(
      '/api/rooms/r1/invite',
      expect.objectContaining({ method: 'POST', body: JSON.stringify({ invitedId: 'you' }) }),
    );
    expect(toast()).toMatchObject({ title: 'Your friend has been invited to join the room!' });
  });

  it('greys the bets above the limit of a new player, and says what ends the limit', async () => {
    render(<Screen coins={100_000} stakeLimit={{ coins: 10_000, games: 20 }} />);
    press('Create New Room');
    await advanceTime(0);
    expect(screen.getByRole('radio', { name: '5,000 coins' })).toBeEnabled();
    expect(screen.getByRole('radio', { name: '50,000 coins' })).toBeDisabled();
    expect(screen.getByRole('radio', { name: '50,000 coins' })).toHaveAccessibleDescription(
      'New players can bet up to 10,000 coins a game. Finish 20 games against at least 5 different people to bet more.',
    );
  });

  it('whose answer comes over a new connection is announced, and nothing replaces that', async () => {
    render(<Screen />);
    press('Create New Room');
    await advanceTime(0);
    fireEvent.click(screen.getByRole('radio', { name: 'Friendly' }));
    press('Create Room');
    act(() => FakeSocket.last.breaks());
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    const [request] = sent('create_room');
    says({ type: 'create_room_success', room: room(), participants: [me], requestId: request?.requestId });
    await advanceTime(0);
    says({ type: 'reconnection_room_join', room: room(), participants: [me] });
    expect(toast()).toMatchObject({ title: 'Room K7QX2M9P created successfully' });
  });

  it('without an answer ends after 15 s, in the dialog, with everything kept', async () => {
    render(<Screen />);
    press('Create New Room');
    await advanceTime(0);
    fireEvent.click(screen.getByRole('radio', { name: 'Friendly' }));
    press('Create Room');
    await advanceTime(15_000);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Create Room ErrorRequest timeout. Please try again.',
    );
    expect(screen.getByRole('radio', { name: 'Friendly' })).toBeChecked();
  });

  it('is not offered while the connection is down', async () => {
    render(<Screen />);
    press('Create New Room');
    await advanceTime(0);
    act(() => FakeSocket.last.breaks());
    expect(screen.getByRole('button', { name: 'Create Room' })).toBeDisabled();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Not connected to server. Please wait and try again.',
    );
  });
});
