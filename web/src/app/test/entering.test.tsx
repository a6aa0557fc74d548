import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useRoomRequests } from '@/features/rooms/model/store.ts';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { forgetRoom, useRoom } from '@/entities/room/room.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { useMode } from '@/lib/state/mode.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import {
  atHome,
  entering,
  fetched,
  json,
  leaveCall,
  me,
  press,
  room,
  says,
  Screen,
  sent,
  serves,
  yusuf,
} from './roomSide.tsx';
import { advanceTime } from '@/test/advanceTime.ts';

const session = vi.hoisted(() => ({ user: { coins: 20_000 } as Partial<User> }));
vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => session,
  useUser: () => session.user,
}));
afterEach(() => (session.user = { coins: 20_000 }));
atHome();

const preview = { code: 'K7QX2M9P', status: 'playing', betAmount: 5000, maxPlayers: 4, hostName: 'Yusuf' };

const rejectJoin = (code: string, message: string, requestId: unknown) =>
  says({ type: 'join_room_error', error: 'x', message, code, requestId });

describe('joining', () => {
  const type = (code: string) =>
    fireEvent.change(screen.getByLabelText('Room code'), { target: { value: code } });
  const joinByCode = async (answer: Response) => {
    serves((url) => (url.startsWith('/api/rooms/preview') ? answer : json([])));
    render(<Screen />);
    type('K7QX2M9P');
    press('Join as Player');
    await advanceTime(0);
  };
  const offer = () => screen.queryByRole('dialog', { name: 'Join this room?' });

  it('by a code shows the bet of the room first, which joining consents to', async () => {
    await joinByCode(json({ ...preview, freeSeats: 1 }));
    await vi.waitFor(() => expect(offer()).toBeVisible(), 10_000);
    expect(offer()).toHaveTextContent('5,000');
    expect(sent('join_room_request')).toEqual([]);
    press('Close');
    expect(offer()).toBeNull();
    expect(sent('join_room_request')).toEqual([]);
    press('Join as Player');
    await vi.waitFor(() => expect(offer()).toBeVisible(), 10_000);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Join as Player' }));
    expect(offer()).toBeNull();
    expect(sent('join_room_request')).toEqual([
      expect.objectContaining({ code: 'K7QX2M9P', role: 'player' }),
    ]);
  });

  it('by a code of a friendly room does not ask', async () => {
    await joinByCode(json({ ...preview, betAmount: 0, freeSeats: 1 }));
    expect(offer()).toBeNull();
    expect(sent('join_room_request')).toEqual([
      expect.objectContaining({ code: 'K7QX2M9P', role: 'player' }),
    ]);
  });

  it('by a code does not join a room whose bet could not be read', async () => {
    await joinByCode(json({ code: 'TOO_MANY_REQUESTS', error: 'x', message: 'x' }, 429));
    expect(useAlert.getState().current).toMatchObject({
      title: 'Join Room Error',
      text: 'Too many requests. Please wait a moment and try again.',
    });
    expect(sent('join_room_request')).toEqual([]);
  });

  it('by a code that was changed meanwhile does not join', async () => {
    const answer = Promise.withResolvers<Response>();
    serves((url) => (url.startsWith('/api/rooms/preview') ? answer.promise : json([])));
    render(<Screen />);
    type('K7QX2M9P');
    press('Join as Player');
    await advanceTime(0);
    expect(screen.getByRole('button', { name: 'Join as Player' })).toHaveAttribute('aria-disabled', 'true');
    type('K7QX2M9');
    answer.resolve(json({ ...preview, betAmount: 0, freeSeats: 1 }));
    await advanceTime(0);
    expect(sent('join_room_request')).toEqual([]);
  });

  it.each([
    ['before joining', json({ code: 'ROOM_NOT_FOUND', error: 'x', message: 'Room not found' }, 404), 0],
    ['by joining', json({ ...preview, betAmount: 0, freeSeats: 1 }), 1],
  ])('shows a code that is unknown %s at the field, until it is typed again', async (_, answer, requests) => {
    await joinByCode(answer);
    const field = screen.getByLabelText('Room code');
    expect(sent('join_room_request')).toHaveLength(requests);
    if (requests) rejectJoin('ROOM_NOT_FOUND', 'Room not found', sent('join_room_request')[0]?.requestId);
    expect(useAlert.getState().current).toBeNull();
    expect(field).toHaveAccessibleDescription('Room not found');
    expect(useAnnouncer.getState().assertive).toBe('Room not found');
    fireEvent.change(field, { target: { value: 'K7QX2M9' } });
    expect(field).not.toHaveAccessibleDescription('Room not found');
  });

  it('keeps the present room when it is rejected, and replaces it when it succeeds', () => {
    render(<Screen />);
    entering();
    act(() => useRoomRequests.getState().joinRoom('ANOTHER1', 'player'));
    rejectJoin('ROOM_FULL', 'Room is full', sent('join_room_request')[0]?.requestId);
    expect(useRoom.getState().room?.id).toBe('r1');
    expect(fetched).not.toHaveBeenCalledWith(leaveCall('r1'), expect.anything());
    act(() => useRoomRequests.getState().joinRoom('ANOTHER1', 'player'));
    const requestId = sent('join_room_request')[1]?.requestId;
    says({ type: 'join_room_success', room: room({ id: 'r2' }), participants: [yusuf, me], requestId });
    expect(useRoom.getState().room?.id).toBe('r2');
    expect(useMode.getState().mode).toBe('online');
  });
});

const LIMITED =
  'New players can bet up to 1,000 coins a game. Finish 20 games against at least 5 different people to bet more.';

describe('an invite link', () => {
  const link = () => within(screen.getByRole('dialog', { name: 'Join this room?' }));
  const follow = async (answer: Response) => {
    serves((url) => (url.startsWith('/api/rooms/preview') ? answer : json([])));
    render(<Screen path="/?room=K7QX2M9P" />);
    await advanceTime(0);
    await vi.waitFor(
      () => expect(within(screen.getByRole('dialog')).queryByText('Loading...')).toBeNull(),
      10_000,
    );
  };

  it('offers both roles, and is used up by the answer', async () => {
    await follow(json({ ...preview, freeSeats: 1 }));
    expect(link().getByText('K7QX2M9P')).toBeVisible();
    fireEvent.click(link().getByRole('button', { name: 'Join as Spectator' }));
    await advanceTime(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('join_room_request')).toEqual([expect.objectContaining({ role: 'spectator' })]);
  });

  it('waits for the connection, so that it is not used up', async () => {
    await follow(json({ ...preview, freeSeats: 1 }));
    act(() => FakeSocket.last.breaks());
    expect(link().getByRole('button', { name: 'Join as Player' })).toBeDisabled();
    expect(link().getByText('Connecting...')).toBeVisible();
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    expect(link().getByRole('button', { name: 'Join as Player' })).toBeEnabled();
  });

  it('does not join a player before the bet is known', async () => {
    const answer = Promise.withResolvers<Response>();
    serves((url) => (url.startsWith('/api/rooms/preview') ? answer.promise : json([])));
    render(<Screen path="/?room=K7QX2M9P" />);
    await vi.waitFor(() => expect(link().getByText('K7QX2M9P')).toBeVisible(), 10_000);
    const join = () => link().getByRole('button', { name: 'Join as Player' });
    fireEvent.click(join());
    expect(sent('join_room_request')).toEqual([]);
    answer.resolve(json({ ...preview, freeSeats: 1 }));
    await vi.waitFor(() => expect(join()).not.toHaveAttribute('aria-disabled'), 10_000);
    fireEvent.click(join());
    expect(sent('join_room_request')).toHaveLength(1);
  });

  it('does not join a player whose bet could not be read: it is read once more', async () => {
    await follow(json({ code: 'TOO_MANY_REQUESTS', error: 'x', message: 'x' }, 429));
    await vi.waitFor(() => expect(link().getByRole('alert')).toHaveTextContent('Too many requests'), 10_000);
    expect(link().queryByRole('button', { name: 'Join as Player' })).toBeNull();
    expect(link().getByRole('button', { name: 'Join as Spectator' })).toBeEnabled();
    serves(() => json({ ...preview, freeSeats: 1 }));
    press('Try Again');
    await vi.waitFor(() => expect(link().getByText('5,000')).toBeVisible(), 10_000);
    expect(sent('join_room_request')).toEqual([]);
    expect(link().queryByRole('alert')).toBeNull();
    fireEvent.click(link().getByRole('button', { name: 'Join as Player' }));
    expect(sent('join_room_request')).toHaveLength(1);
  });

  it('shows its owner, bet and seats before it asks', async () => {
    await follow(json({ ...preview, freeSeats: 0 }));
    await vi.waitFor(() => expect(link().getByText('Yusuf')).toBeVisible(), 10_000);
    expect(link().getByText('5,000')).toBeVisible();
    expect(link().getByText('Both seats are taken')).toBeVisible();
    expect(link().queryByRole('button', { name: 'Join as Player' })).toBeNull();
    expect(link().getByRole('button', { name: 'Join as Spectator' })).toBeEnabled();
  });

  it('to a bet that a new player may not make yet says so, and offers to watch', async () => {
    session.user = { coins: 20_000, stakeLimit: { coins: 1_000, games: 20 } };
    await follow(json({ ...preview, freeSeats: 1 }));
    await vi.waitFor(() => expect(link().getByText(LIMITED)).toBeVisible(), 10_000);
    expect(link().queryByRole('button', { name: 'Join as Player' })).toBeNull();
    expect(link().getByRole('button', { name: 'Join as Spectator' })).toBeEnabled();
  });

  it('to a bet beyond the own coins says how many are missing, and offers to watch', async () => {
    session.user = { coins: 1_000 };
    await follow(json({ ...preview, freeSeats: 1 }));
    await vi.waitFor(() => expect(link().getByText('You are 4,000 coins short')).toBeVisible(), 10_000);
    expect(link().queryByRole('button', { name: 'Join as Player' })).toBeNull();
    expect(link().getByRole('button', { name: 'Join as Spectator' })).toBeEnabled();
  });

  it('to the own room is used up: it does not ask after the player has left the room', async () => {
    entering();
    render(<Screen path="/?room=K7QX2M9P" />);
    await advanceTime(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    act(forgetRoom);
    await advanceTime(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says when there is no such room any more', async () => {
    await follow(json({ error: 'Room not found', message: 'Room not found', code: 'ROOM_NOT_FOUND' }, 404));
    const gone = () => within(screen.getByRole('dialog', { name: 'Room not found' }));
    await vi.waitFor(() => expect(gone().getByText(/no longer exists/)).toBeVisible(), 10_000);
    expect(gone().queryByRole('button', { name: /^Join as/ })).toBeNull();
  });
});
