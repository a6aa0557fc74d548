import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { leaveRoom, useRoom } from '@/entities/room/room.ts';
import { OwnRoom } from '@/features/home/components/OnlineDetails.tsx';
import { RoomOverlay } from '@/features/home/components/RoomOverlay.tsx';
import { useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import {
  atHome,
  entering,
  fetched,
  json,
  leaveCall,
  me,
  person,
  press,
  says,
  Screen,
  sent,
  serves,
  toast,
  yusuf,
} from './roomSide.tsx';

vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => ({ user: null }),
  useUser: () => ({ id: 'me' }),
}));
atHome();

it.each([
  ['user_left_room', 'player'],
  ['spectator_left', 'spectator'],
] as const)('leaving the room in another tab (%s) keeps a game on this device', (type, role) => {
  entering([yusuf, person('me', 'Mina', role)], { ownerId: 'you' });
  act(() => useMode.getState().setMode('pass-play'));
  says({ type, roomId: 'r1', userId: 'me' });
  expect(useRoom.getState().room).toBeNull();
  expect(useMode.getState().mode).toBe('pass-play');
});

it('the room is requested when leaving it failed, since the server may have carried that out', async () => {
  render(<Screen />);
  entering([me]);
  await advanceTime(200);
  const requests = sent('request_current_game_state').length;
  serves(() => json({ code: 'CONFLICT' }, 409));
  press('Leave room');
  await advanceTime(0);
  expect(toast()?.tone).toBe('error');
  expect(sent('request_current_game_state')).toHaveLength(requests + 1);
  says({ type: 'reconnection', status: 'none' });
  expect(useRoom.getState().room).toBeNull();
});

it('a room is left once the server says so, whatever becomes of the response', async () => {
  render(<Screen />);
  entering([me]);
  await advanceTime(200);
  serves(() => json({ code: 'SERVICE_UNAVAILABLE' }, 503));
  press('Leave room');
  says({ type: 'user_left_room', roomId: 'r1', userId: 'me' });
  await advanceTime(5_000);
  expect(toast()?.title).toBe('You left the room');
  expect(useRoom.getState().room).toBeNull();
});

it('a room in which a game has begun unseen is not left: the game is requested, and the connection probed', async () => {
  render(<Screen />);
  entering([me]);
  await advanceTime(200);
  const requests = sent('request_current_game_state').length;
  const pings = sent('ping').length;
  serves(() => json({ code: 'ALREADY_IN_GAME' }, 409));
  press('Leave room');
  await advanceTime(0);
  expect(fetched.mock.calls.map(([url]) => url)).toContain(leaveCall('r1'));
  expect(toast()).toMatchObject({ tone: 'error', description: 'You are already in a game' });
  expect(useRoom.getState().room?.id).toBe('r1');
  expect(sent('request_current_game_state')).toHaveLength(requests + 1);
  expect(sent('ping')).toHaveLength(pings + 1);
});

it('a confirmed loss waits for an unconfirmed leave under way, and leaves after its rejection', async () => {
  entering([me]);
  const unconfirmed = Promise.withResolvers<Response>();
  serves((url) => {
    if (url === leaveCall('r1')) return unconfirmed.promise;
    return url.includes('/leave') ? new Response(null, { status: 204 }) : json([]);
  });
  const first = leaveRoom();
  const confirmed = leaveRoom('r1', { losesGame: true });
  unconfirmed.resolve(json({ code: 'ALREADY_IN_GAME' }, 409));
  await expect(first).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
  await confirmed;
  const calls = fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('/leave'));
  expect(calls).toEqual([leaveCall('r1'), '/api/rooms/r1/leave']);
  expect(useRoom.getState().room).toBeNull();
});

it('the room is left once by two presses, and the toast waits for the response', async () => {
  render(<Screen />);
  entering([me]);
  await advanceTime(200);
  const response = Promise.withResolvers<Response>();
  serves(() => response.promise);
  press('Leave room');
  expect(screen.getByRole('button', { name: 'Leave room' })).toHaveAttribute('aria-busy', 'true');
  press('Leave room');
  // As a search for an opponent would at that moment.
  const left = leaveRoom();
  await advanceTime(0);
  expect(toast()?.title).not.toBe('You left the room');
  expect(useRoom.getState().room).not.toBeNull();
  response.resolve(new Response(null, { status: 204 }));
  await left;
  await advanceTime(0);
  expect(toast()?.title).toBe('You left the room');
  expect(useRoom.getState().room).toBeNull();
  expect(fetched.mock.calls.filter(([url]) => url === leaveCall('r1'))).toHaveLength(1);
});

it('a phone, which closes the sheet of the room, marks its bar until the room is left', async () => {
  function Phone() {
    const isOpen = useOverlay(({ open }) => open === 'room');
    return (
      <Around>
        <OwnRoom user={{ id: 'me' } as User} />
        {isOpen && <RoomOverlay />}
      </Around>
    );
  }
  render(<Phone />);
  entering([me]);
  await advanceTime(200);
  const response = Promise.withResolvers<Response>();
  serves(() => response.promise);
  const bar = screen.getByRole('button', { name: /K7QX2M9P/ });
  await import('@/features/rooms/components/RoomSheet.tsx');
  fireEvent.click(bar);
  await advanceTime(0);
  press('Leave room');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bar).toHaveAttribute('aria-busy', 'true');
  response.resolve(new Response(null, { status: 204 }));
  await advanceTime(0);
  expect(bar).not.toBeInTheDocument();
});

it.each([
  ['without its last game', null],
  ['with its last game', 'g1'],
])('a room that ends %s during a game on this device announces no return to the computer', (_, gameId) => {
  entering([me]);
  act(() => useMode.getState().setMode('pass-play'));
  says({ type: 'room_ended', gameId, roomId: 'r1', message: 'The room was closed.' });
  expect(toast()).toMatchObject({ title: 'Room closed' });
  expect(toast()?.description).toBeUndefined();
  expect(useMode.getState().mode).toBe('pass-play');
});
