import type { User } from '@fifteen/contract';
import { act, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gameAfter, resultOf } from '@/test/onlineGames.ts';
import { DiscardQuestion, useLocalGame } from '@/features/local-game/index.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { enterRoom, useRoom } from '@/entities/room/room.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useAlert } from '@/lib/state/alert.ts';
import {
  atHome,
  fetched,
  serves,
  json,
  leaveCall,
  me,
  press,
  room,
  says,
  Screen,
  sent,
  toast,
  yusuf,
} from './roomSide.tsx';
import { advanceTime } from '@/test/advanceTime.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';

const session = vi.hoisted(() => ({ user: { id: 'me' } as Partial<User> }));
vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => session,
  signedInUserId: () => session.user.id ?? null,
}));
afterEach(() => (session.user = { id: 'me' }));
atHome();

const LIMITED =
  'New players can bet up to 1,000 coins a game. Finish 20 games against at least 5 different people to bet more.';

/** A dismissal lasts as long as the page, here for all tests: a dismissed invitation has an id of its own. */
const invitation = (id: string, name: string) => ({
  id,
  status: 'pending',
  roomCode: 'K7QX2M9P',
  inviterName: name,
  inviter: { displayName: name, username: name },
  betAmount: 5000,
});

describe('an invitation', () => {
  it('to a bet that a new player may not make yet says so, and still lets them come to watch', async () => {
    session.user = { stakeLimit: { coins: 1_000, games: 20 } };
    serves(() => json([{ ...invitation('i1', 'Yusuf'), betAmount: 5_000 }]));
    render(<Screen />);
    await advanceTime(0);
    const popup = await vi.waitFor(() => screen.getByRole('region', { name: 'Room invitation' }), 10_000);
    expect(within(popup).getByText(LIMITED)).toBeVisible();
    expect(within(popup).getByRole('button', { name: 'Accept' })).toBeEnabled();
    expect(within(popup).getByRole('button', { name: 'Decline' })).toBeEnabled();
  });

  it('shows the first invitation, then the next', async () => {
    serves(() => json([invitation('dismissed-1', 'Yusuf')]));
    render(<Screen />);
    await advanceTime(0);
    says({ type: 'room_invitation', invitation: invitation('i2', 'Clara') });
    await advanceTime(500);
    expect(screen.getByText('Yusuf invites you to room K7QX2M9P.')).toBeVisible();
    press('Not now');
    expect(screen.getByText('Clara invites you to room K7QX2M9P.')).toBeVisible();
    await advanceTime(500);
    serves(() => json({ invitation: invitation('i2', 'Clara') }));
    press('Decline');
    await advanceTime(0);
    expect(toast()).toMatchObject({
      title: 'Invitation declined',
      description: 'You declined the room invitation.',
    });
    expect(screen.queryByText(/invites you/)).toBeNull();
  });

  it('that was dismissed stays away when the server sends it again after a reconnect', async () => {
    render(<Screen />);
    await advanceTime(0);
    const dismissed = { type: 'room_invitation', invitation: invitation('dismissed-2', 'Yusuf') };
    says(dismissed);
    await advanceTime(500);
    press('Not now');
    says(dismissed);
    await advanceTime(0);
    expect(screen.queryByText(/invites you/)).toBeNull();
  });

  it('accepted leads into the room, from any page', async () => {
    const called = vi.fn();
    const stop = onNavigationRequest(called);
    history.pushState(null, '', '/shop');
    render(<Screen />);
    await advanceTime(1);
    says({ type: 'room_invitation', invitation: invitation('i1', 'Yusuf') });
    await advanceTime(500);
    const entered = room({ ownerId: 'you', participants: [yusuf, me] });
    serves((url) =>
      url.endsWith('/respond')
        ? json({ invitation: invitation('i1', 'Yusuf'), room: entered })
        : json([yusuf, me]),
    );
    press('Accept');
    await advanceTime(0);
    expect(toast()).toMatchObject({ title: 'Invitation accepted' });
    expect(useRoom.getState().room?.id).toBe('r1');
    expect(called).toHaveBeenCalledExactlyOnceWith('/');
    history.pushState(null, '', '/');
    stop();
    expect(sent('join_room')).toEqual([{ type: 'join_room', roomId: 'r1' }]);
  });

  it.each([
    ['ROOM_FULL', 409, {}, 'Room is full'],
    ['INSUFFICIENT_COINS', 403, { coins: 5_000 }, 'You need 5,000 coins'],
  ])('whose acceptance fails with %s keeps the present room', async (code, status, details, text) => {
    const present = room({ id: 'present', code: 'PRESENT2', ownerId: 'me' });
    act(() => void enterRoom(present, [me]));
    render(<Screen />);
    await advanceTime(1);
    says({ type: 'room_invitation', invitation: invitation('i1', 'Yusuf') });
    await advanceTime(500);
    serves((url) =>
      url.endsWith('/respond') ? json({ error: 'x', message: 'x', code, details }, status) : json([me]),
    );
    press('Accept');
    await advanceTime(0);
    expect(useAlert.getState().current?.text ?? toast()?.description).toContain(text);
    expect(fetched.mock.calls.map(([url]) => url)).not.toContain(leaveCall('present'));
    expect([useRoom.getState().room?.id, sent('join_room')]).toEqual(['present', []]);
  });

  it('accepted late does nothing for the next user', async () => {
    serves(() => json([invitation('i1', 'Yusuf')]));
    render(<Screen />);
    await advanceTime(500);
    const answer = Promise.withResolvers<Response>();
    serves((url) => (url.endsWith('/respond') ? answer.promise : json([])));
    press('Accept');
    await advanceTime(0);
    session.user = { id: 'clara' };
    answer.resolve(
      json({ invitation: invitation('i1', 'Yusuf'), room: room({ participants: [yusuf, me] }) }),
    );
    await advanceTime(0);
    expect(useRoom.getState().room).toBeNull();
    expect(toast()).toBeNull();
  });

  it('waits until the game is over', async () => {
    render(<Screen />);
    await advanceTime(0);
    says({ type: 'game_started', game: gameAfter([]), roomId: 'r1', messageId: 'm1', requiresAck: true });
    says({ type: 'room_invitation', invitation: invitation('i1', 'Yusuf') });
    await advanceTime(0);
    expect(screen.queryByText(/invites you/)).toBeNull();
    says({ type: 'game_over', ...resultOf(gameAfter([1, 2, 6, 3, 11])) });
    await advanceTime(1);
    expect(screen.getByText('Yusuf invites you to room K7QX2M9P.')).toBeVisible();
  });
});

describe('an invitation that is shown', () => {
  beforeEach(async () => {
    serves(() => json([invitation('i1', 'Yusuf')]));
    render(<Screen />);
    await advanceTime(1);
    expect(screen.getByText('Yusuf invites you to room K7QX2M9P.')).toBeVisible();
  });

  it('goes within a minute when it was answered in another tab, or is over', async () => {
    serves(() => json([]));
    await advanceTime(60_000);
    expect(screen.queryByText(/invites you/)).toBeNull();
    fetched.mockClear();
    await advanceTime(180_000);
    expect(fetched.mock.calls.map(([url]) => String(url))).not.toContain('/api/room-invitations');
  });

  it('goes when the connection is back if it ended meanwhile', async () => {
    serves(() => json([]));
    act(() => FakeSocket.last.breaks());
    await advanceTime(2_000);
    act(() => FakeSocket.last.welcome());
    await advanceTime(1);
    expect(screen.queryByText(/invites you/)).toBeNull();
  });

  it('makes way for one that arrives while the list is loaded again', async () => {
    let answer: (response: Response) => void = () => undefined;
    serves(() => new Promise((resolve) => (answer = resolve)));
    await advanceTime(60_000);
    serves(() => json([invitation('i2', 'Clara')]));
    says({ type: 'room_invitation', invitation: invitation('i2', 'Clara') });
    answer(json([]));
    await advanceTime(1);
    expect(screen.getByText('Clara invites you to room K7QX2M9P.')).toBeVisible();
  });
});

it('an invitation that is accepted on any page asks before it ends a game against the computer', async () => {
  await import('@/features/local-game/components/DiscardDialog.tsx');
  useMode.setState({ mode: 'ai' });
  act(() => useLocalGame.getState().start('ai'));
  act(() => useLocalGame.getState().press(1));
  render(
    <>
      <Screen path="/shop" />
      <DiscardQuestion />
    </>,
  );
  await advanceTime(1);
  says({ type: 'room_invitation', invitation: invitation('i1', 'Yusuf') });
  await advanceTime(500);
  serves((url) =>
    url.endsWith('/respond')
      ? json({
          invitation: invitation('i1', 'Yusuf'),
          room: room({ ownerId: 'you', participants: [yusuf, me] }),
        })
      : json([yusuf, me]),
  );
  press('Accept');
  await advanceTime(0);
  press('Keep playing');
  await advanceTime(0);
  expect(useRoom.getState().room).toBeNull();
  expect(screen.getByText('Yusuf invites you to room K7QX2M9P.')).toBeVisible();

  press('Accept');
  await advanceTime(0);
  press('Discard game');
  await advanceTime(0);
  expect(useRoom.getState().room?.id).toBe('r1');
  expect(useMode.getState().mode).toBe('online');
});

it('an invitation keeps the focus while it is answered, and then leaves it to the page', async () => {
  render(
    <>
      <h1 tabIndex={-1}>Fifteen</h1>
      <Screen />
    </>,
  );
  await advanceTime(0);
  says({ type: 'room_invitation', invitation: invitation('i3', 'Clara') });
  await advanceTime(500);
  const popup = screen.getByRole('region', { name: 'Room invitation' });
  let answer = (_: Response): void => undefined;
  serves(() => new Promise((resolve) => (answer = resolve)));
  const decline = within(popup).getByRole('button', { name: 'Decline' });
  decline.focus();
  press('Decline');
  await advanceTime(0);
  // A browser takes the focus from a disabled button.
  expect(decline).toBeEnabled();
  expect(decline).toHaveAttribute('aria-disabled', 'true');
  expect(decline).toHaveFocus();
  answer(json({ invitation: invitation('i3', 'Clara') }));
  await advanceTime(0);
  expect(popup).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Fifteen' })).toHaveFocus();
});
