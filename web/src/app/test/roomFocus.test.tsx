import type { User } from '@fifteen/contract';
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { RoomBar } from '@/features/rooms/components/RoomBar.tsx';
import { RoomSheet } from '@/features/rooms/components/RoomSheet.tsx';
import { useRoom } from '@/entities/room/room.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { gameAfter } from '@/test/onlineGames.ts';
import { atHome, entering, me, person, says, Screen, yusuf } from './roomSide.tsx';

vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => ({ user: null }),
}));
atHome();

/** Renders the room card on a page without a board: the focus of a removed button continues at the title. */
function show(): void {
  render(
    <>
      <h1 tabIndex={-1}>Home</h1>
      <Screen />
    </>,
  );
}
const focus = (name: string) => screen.getByRole('button', { name }).focus();

it('the focus continues when the way into a room gives way to the room', () => {
  show();
  focus('Join as Player');
  entering();
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
});

it('the focus continues when the room gives way to the ways into another', () => {
  show();
  entering();
  focus('Leave room');
  says({ type: 'room_ended', gameId: null, roomId: 'r1', message: 'The room was closed.' });
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
});

it('the focus continues when the game starts', () => {
  show();
  entering([me, yusuf]);
  focus('Start Game');
  says({ type: 'game_started', game: gameAfter([]), roomId: 'r1', messageId: 'm1', requiresAck: true });
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
});

it('the focus continues when a spectator took the free seat', () => {
  show();
  entering([yusuf, person('me', 'Mina', 'spectator')], { ownerId: 'you' });
  focus('Join as Player');
  entering([yusuf, me], { ownerId: 'you' });
  expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
});

describe('the row of the room on a small screen', () => {
  function Bar() {
    const room = useRoom((store) => store.room);
    const actions = { playing: room?.status === 'playing', onOpen: vi.fn(), onInvite: vi.fn() };
    return (
      <Around>
        <h1 tabIndex={-1}>Home</h1>
        {room && <RoomBar user={{ id: 'me' } as User} room={room} {...actions} />}
      </Around>
    );
  }

  it('passes the focus on when the game starts', () => {
    render(<Bar />);
    entering([me, yusuf]);
    focus('Start Game');
    says({ type: 'game_started', game: gameAfter([]), roomId: 'r1', messageId: 'm1', requiresAck: true });
    expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
  });

  it('does not turn a press on the invitation into a start when the opponent comes', async () => {
    render(<Bar />);
    entering([me]);
    const invite = screen.getByRole('button', { name: 'Invite Friends' });
    invite.focus();
    says({ type: 'room_participant_joined', roomId: 'r1', participant: yusuf });
    await advanceTime(1);
    expect(screen.getByRole('button', { name: 'Start Game' })).not.toBe(invite);
    expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
  });
});

function showSheet(): void {
  const actions = { playing: false, onClose: vi.fn(), onLeave: vi.fn(), onInvite: vi.fn() };
  render(
    <Around>
      <h1 tabIndex={-1}>Home</h1>
      <RoomSheet user={{ id: 'me', coins: 20_000 } as User} {...actions} />
    </Around>,
  );
}

it('the ways into a room end with a new one, which has the focus: the field would open the keyboard of a phone', () => {
  showSheet();
  const names = ['Close', 'Join as Player', 'Join as Spectator', 'Create New Room'];
  expect(screen.getAllByRole('button').map((button) => button.ariaLabel ?? button.textContent)).toEqual(
    names,
  );
  expect(screen.getByRole('button', { name: 'Create New Room' })).toHaveFocus();
});

it('the focus stays in the sheet of the room, and does not go to the board behind it', async () => {
  showSheet();
  entering([me, yusuf]);
  await advanceTime(0);
  focus('Start Game');
  says({ type: 'user_offline', userId: 'you' });
  await advanceTime(0);
  expect(screen.getByRole('dialog')).toHaveFocus();
});
