import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useRoomRequests } from '@/features/rooms/model/store.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { atHome, entering, me, press, says, Screen, sent, yusuf } from './roomSide.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';

vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => ({ user: null }),
}));
atHome();

const failure = {
  type: 'start_game_error',
  error: 'Insufficient Coins',
  message: 'You need 5000 coins to play online. Win AI games to earn coins!',
  code: 'INSUFFICIENT_COINS',
  details: { coins: 5_000 },
};
const shown = () => useAlert.getState().current;

it('a player in a room reads why the game that its owner started did not start', () => {
  render(<Screen />);
  entering([yusuf, me], { ownerId: 'you' });
  says(failure);
  expect(shown()).toEqual({
    type: 'coins',
    title: 'Insufficient Coins',
    text: 'You need 5,000 coins to play online. Win AI games to earn coins!',
  });
});

it('a start that failed for another player leaves a request of the user pending', async () => {
  render(<Screen />);
  entering([yusuf, me], { ownerId: 'you' });
  useRoomRequests.getState().joinRoom('K7QX2M9P', 'player');
  await advanceTime(0);
  says(failure);
  expect(shown()).toMatchObject({ title: 'Insufficient Coins' });
  expect(useRoomRequests.getState().pending).toMatchObject({
    kind: 'join',
    requestId: sent('join_room_request')[0]?.requestId,
  });
});

it('the owner reads that the opponent lacks the coins', async () => {
  render(<Screen />);
  entering([me, yusuf]);
  press('Start Game');
  await advanceTime(0);
  const requestId = sent('start_game_request')[0]?.requestId;
  says({ ...failure, code: 'OPPONENT_SHORT_OF_COINS', details: undefined, requestId });
  expect(shown()).toEqual({
    type: 'error',
    title: 'Insufficient Coins',
    text: 'Your opponent does not have enough coins for this game.',
  });
  expect(useRoomRequests.getState().pending).toBeNull();
});

it('a start is not offered while the connection is lost', async () => {
  render(<Screen />);
  entering([me, yusuf]);
  const start = screen.getByRole('button', { name: 'Start Game' });
  expect(start).toHaveAccessibleDescription('Both players are here');
  start.focus();
  act(() => FakeSocket.last.breaks());
  press('Start Game');
  expect(start).toHaveAccessibleDescription('Not connected to server. Please wait and try again.');
  expect(start).toHaveFocus();
  await advanceTime(2_000);
  act(() => FakeSocket.last.welcome());
  expect(sent('start_game_request')).toEqual([]);
  press('Start Game');
  expect(sent('start_game_request')).toHaveLength(1);
});

describe('a start whose connection is lost before the response', () => {
  const startAndBreak = (): void => {
    render(<Screen />);
    entering([me, yusuf]);
    press('Start Game');
    act(() => FakeSocket.last.breaks());
  };

  it('is sent once more, when the connection is back in time', async () => {
    startAndBreak();
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    expect(sent('start_game_request')).toHaveLength(1);
  });

  it('is not sent again after it was reported as failed', async () => {
    startAndBreak();
    await advanceTime(15_000);
    expect(shown()).toMatchObject({
      title: 'Start Game Error',
      text: 'Request timed out. Please try again.',
    });
    act(() => FakeSocket.last.welcome());
    expect(sent('start_game_request')).toEqual([]);
  });
});
