import { BOT_PREFIX } from '@fifteen/domain';
import { act, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { onlineGameHandlers, useOnlineGame } from '@/features/online-game/model/store.ts';
import { gameAfter, resultOf } from '@/test/onlineGames.ts';
import { resumeRoom, useRoom } from '@/entities/room/room.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { useMode } from '@/lib/state/mode.ts';
import {
  atHome,
  entering,
  fetched,
  serves,
  json,
  leaveCall,
  me,
  person,
  press,
  room,
  says,
  Screen,
  sent,
  toast,
  yusuf,
} from './roomSide.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { expectAccessible } from '@/test/axe.ts';

vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => ({ user: null }),
}));
atHome();

describe('in a room', () => {
  const card = () => within(screen.getByRole('region', { name: 'Game Room' }));

  it('the owner starts when both are there, and waits 15 s for the answer', async () => {
    render(<Screen />);
    entering();
    expect(screen.getByRole('button', { name: 'Start Game' })).toBeDisabled();
    expect(card().getByText('Free seat')).toBeVisible();
    says({ type: 'room_participant_joined', roomId: 'r1', participant: yusuf });
    await advanceTime(1);
    press('Start Game');
    expect(sent('start_game_request')).toEqual([
      expect.objectContaining({ roomId: 'r1', requestId: expect.any(String) }),
    ]);
    await advanceTime(15_000);
    expect(useAlert.getState().current).toMatchObject({
      title: 'Start Game Error',
      text: 'Request timed out. Please try again.',
    });
    says({ type: 'game_started', game: gameAfter([]), roomId: 'r1', messageId: 'm1', requiresAck: true });
    expect(screen.getByRole('button', { name: 'Game Running' })).toBeDisabled();
    expect(card().getByText('PLAYING')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Invite Friends' })).toBeNull();
  });

  it('after a game both agree to another by Play Again, unless a player new sits down', () => {
    render(<Screen />);
    const played = [me, yusuf].map((one) => ({ ...one, agreed: false }));
    entering(played, { status: 'active' });
    expect(screen.getByRole('button', { name: 'Start Game' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Start Game' })).toHaveAccessibleDescription(
      'Press Play Again for a rematch',
    );
    expect(screen.queryByRole('button', { name: 'Play Again' })).toBeNull();
    const participants = [
      { ...me, agreed: false },
      { ...person('new', 'Clara'), agreed: true },
    ];
    says({ type: 'room_participants_updated', roomId: 'r1', participants, room: room({ status: 'active' }) });
    expect(screen.getByRole('button', { name: 'Start Game' })).toBeEnabled();
    expect(screen.getByText('Both players are here')).toBeVisible();
  });

  it('of the last game the result leads to another', () => {
    render(<Screen />);
    const played = [me, yusuf].map((one) => ({ ...one, agreed: false }));
    const game = gameAfter([2, 1, 7, 3, 12], { status: 'finished' });
    says({ type: 'game_reconnection', game, room: room({ status: 'active' }), participants: played });
    press('Play Again');
    expect(useOnlineGame.getState().onlineGame?.phase).toBe('shown');
  });

  it('the other player waits for the start', () => {
    render(<Screen />);
    entering([yusuf, me], { ownerId: 'you' });
    expect(screen.getByRole('button', { name: 'Wait for Start' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Invite Friends' })).toBeNull();
    says({
      type: 'room_participants_updated',
      roomId: 'r1',
      participants: [me],
      room: room({ ownerId: 'me' }),
    });
    expect(screen.getByRole('button', { name: 'Invite Friends' })).toBeVisible();
  });

  it('shows who is away and since when, until they are back', async () => {
    render(<Screen />);
    entering([me, yusuf]);
    says({ type: 'user_offline', userId: 'you' });
    await advanceTime(1);
    expect(card().getByText('Away, last seen: Just now')).toBeVisible();
    await advanceTime(130_000);
    serves(() => json([me, { ...yusuf, awaySince: '2026-11-20T12:00:00Z' }]));
    await advanceTime(11_000);
    expect(card().getByText('Away, last seen: 2 minutes ago')).toBeVisible();
    says({ type: 'room_participant_joined', roomId: 'r1', participant: yusuf });
    await advanceTime(1);
    expect(card().queryByText(/^Away/)).toBeNull();
  });

  it('is left by a press, and messages of the server about it show nothing', async () => {
    render(<Screen />);
    entering();
    let answer: (response: Response) => void = () => undefined;
    serves(() => new Promise((resolve) => (answer = resolve)));
    press('Leave room');
    says({ type: 'room_ended', gameId: null, roomId: 'r1', message: 'The room was closed.' });
    answer(new Response(null, { status: 204 }));
    await advanceTime(0);
    expect(fetched.mock.calls.map(([url]) => url)).toContain(leaveCall('r1'));
    expect([toast()?.title, localStorage.getItem('currentRoomState')]).toEqual(['You left the room', null]);
    expect(screen.getByRole('button', { name: 'Create New Room' })).toBeVisible();
    await advanceTime(2_000);
    expect(useMode.getState().mode).toBe('online');
  });

  it('that the server closes leads back to the computer after 1 s', async () => {
    render(<Screen />);
    entering();
    says({ type: 'room_ended', gameId: null, roomId: 'r1', message: 'The room was closed.' });
    const description = 'The room was closed. Returning to the game against the computer.';
    expect(toast()).toMatchObject({ title: 'Room closed', description });
    // The toast is red for a game that ended irregularly, not for a closed room.
    expect(toast()?.tone).not.toBe('error');
    await advanceTime(999);
    expect(useMode.getState().mode).toBe('online');
    await advanceTime(1);
    expect(useMode.getState().mode).toBe('ai');
  });

  it('a spectator who leaves in another tab has left here', () => {
    render(<Screen />);
    entering([yusuf, person('me', 'Mina', 'spectator')], { ownerId: 'you' });
    says({ type: 'spectator_left', roomId: 'r1', userId: 'me' });
    expect(useRoom.getState().room).toBeNull();
    expect(useMode.getState().mode).toBe('ai');
  });

  it('is found again after a reload, before the server has spoken', () => {
    entering([me, yusuf]);
    useRoom.setState({ room: null });
    resumeRoom('me');
    expect(useRoom.getState().room?.code).toBe('K7QX2M9P');
    resumeRoom('somebody else');
    expect(useRoom.getState().room).toBeNull();
  });
});

it('the room shows since when a player is away although the clock of this device is wrong', async () => {
  const hourAgo = Date.now() - 3_600_000;
  says({ type: 'connected', userId: 'me', serverTime: hourAgo });
  render(<Screen />);
  entering([me, { ...yusuf, awaySince: new Date(hourAgo - 130_000).toISOString() }]);
  expect(screen.getByText('Away, last seen: 2 minutes ago')).toBeVisible();
  says({ type: 'room_participant_joined', roomId: 'r1', participant: yusuf });
  says({ type: 'user_offline', userId: 'you' });
  await advanceTime(1);
  expect(screen.getByText('Away, last seen: Just now')).toBeVisible();
});

it('the owner reads that the opponent is away, whose consent does not count, and cannot start', async () => {
  render(<Screen />);
  entering([me, yusuf]);
  says({ type: 'user_offline', userId: 'you' });
  await advanceTime(1);
  const start = () => screen.getByRole('button', { name: 'Start Game' });
  expect(start()).toBeDisabled();
  expect(start()).toHaveAccessibleDescription('Yusuf is away');
  says({ type: 'room_participant_joined', roomId: 'r1', participant: yusuf });
  await advanceTime(1);
  expect(start()).toBeEnabled();
});

it('passes axe', async () => {
  render(<Screen />);
  const check = async () => {
    vi.useRealTimers();
    await expectAccessible();
  };
  await check();
  entering([me, yusuf, person('her', 'Clara', 'spectator')]);
  press('Share');
  await act(async () => undefined);
  expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await check();
});

it('closes the shared link when a game starts, so that the board can be seen', async () => {
  render(<Screen />);
  entering([me, yusuf]);
  press('Share');
  await act(async () => undefined);
  expect(screen.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  says({ type: 'game_started', game: gameAfter([]), roomId: 'r1', messageId: 'm1', requiresAck: true });
  expect(screen.queryByRole('img', { name: 'QR code of the link' })).toBeNull();
});

describe('returning to a room', () => {
  it('a spectator can take a free seat', () => {
    render(<Screen />);
    entering([yusuf, person('me', 'Mina', 'spectator')], { ownerId: 'you' });
    press('Join as Player');
    expect(sent('join_room_request')).toEqual([
      expect.objectContaining({ code: 'K7QX2M9P', role: 'player' }),
    ]);
  });

  it('a spectator who has left does not find the finished game again', () => {
    render(<Screen />);
    const players = { playerXId: 'you', playerOId: 'her' };
    const game = gameAfter([2, 1, 7, 3], players);
    const participants = [yusuf, person('her', 'Clara'), person('me', 'Mina', 'spectator')];
    says({ type: 'game_reconnection', game, room: room({ ownerId: 'you' }), participants });
    says({ type: 'move', game: gameAfter([2, 1, 7, 3, 12], players), player: 'X' });
    expect(useOnlineGame.getState().onlineGame?.phase).toBe('ended');
    says({ type: 'spectator_left', roomId: 'r1', userId: 'me' });
    expect(useOnlineGame.getState().onlineGame).toBeNull();
  });

  it('shows a notification after reconnecting, and a finished game without its opponent is not on the board', () => {
    render(<Screen />);
    entering();
    expect(toast()).toMatchObject({ title: 'Reconnected!' });
    const game = gameAfter([2, 1, 7, 3, 12], { status: 'finished' });
    says({ type: 'game_reconnection', game, room: room({ status: 'active' }), participants: [me] });
    expect(useOnlineGame.getState().onlineGame).toBeNull();
  });

  it('a press on the board of a finished game says what can follow it', () => {
    const game = gameAfter([2, 1, 7, 3, 12], { status: 'finished' });
    says({ type: 'game_reconnection', game, room: room({ status: 'active' }), participants: [me, yusuf] });
    act(() => useOnlineGame.getState().press(15));
    expect(toast()).toMatchObject({ title: 'Game over', description: 'Press Play Again for a rematch.' });
    says({ type: 'user_left_room', roomId: 'r1', userId: 'you' });
    act(() => useOnlineGame.getState().press(15));
    expect(toast()).toMatchObject({ description: 'Find another match or wait for a new player.' });
  });

  it('a press on the board of a finished game against a computer player offers no rematch', async () => {
    const bot = person(`${BOT_PREFIX}7`, 'Pixel Bot');
    const game = gameAfter([2, 1, 7, 3, 12], { playerOId: bot.userId });
    says({ type: 'game_reconnection', game, room: room({ status: 'active' }), participants: [me, bot] });
    act(() => useOnlineGame.getState().press(15));
    await advanceTime(0);
    expect(toast()).toMatchObject({ title: 'Game over', description: 'For another game, find a match' });
  });

  it('a press on the board of a game that the opponent left offers no rematch, as its result does not', () => {
    entering([me, yusuf]);
    const left = gameAfter([1], { status: 'abandoned', winner: 'X', version: 2 });
    act(() => onlineGameHandlers.joined(gameAfter([1])));
    act(() => onlineGameHandlers.over(resultOf(left, { isAbandonmentWin: true })));
    act(() => useOnlineGame.getState().press(15));
    expect(toast()).toMatchObject({ description: 'Find another match or wait for a new player.' });
  });
});
