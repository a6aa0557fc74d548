import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InviteOverlay } from '@/features/friends/components/InviteOverlay.tsx';
import { InviteButton } from '@/features/rooms/index.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import {
  atHome,
  entering,
  fetched,
  json,
  me,
  person,
  press,
  room,
  says,
  Screen,
  serves,
  yusuf,
} from './roomSide.tsx';

atHome();

describe('a player who was invited', () => {
  const invite = () => screen.getByRole('button', { name: 'Invite Yusuf' });
  const invited = () => screen.getByRole('button', { name: 'Yusuf is invited' });

  /** The page stores who was invited to the last room: each test has its own. */
  let roomId = 'r0';

  beforeEach(async () => {
    roomId += '0';
    serves((url) => json(url.endsWith('/invite') ? { invitation: { id: 'i1' } } : []));
    entering([me], { id: roomId });
    render(<InviteButton room={room({ id: roomId })} userId="you" name="Yusuf" />, { wrapper: Around });
    await advanceTime(0);
    invite().focus();
    press('Invite Yusuf');
    await advanceTime(0);
    expect(invited()).toHaveAttribute('aria-disabled', 'true');
  });

  it('keeps the focus at their button, which ignores presses', async () => {
    // A browser takes the focus from a disabled button.
    expect(invited()).toBeEnabled();
    expect(invited()).toHaveFocus();
    fetched.mockClear();
    press('Yusuf is invited');
    await advanceTime(0);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('can be invited again once they have declined', () => {
    says({ type: 'room_invitation_declined', roomId, invitedId: 'another' });
    expect(invited()).toBeVisible();
    says({ type: 'room_invitation_declined', roomId, invitedId: 'you' });
    expect(invite()).not.toHaveAttribute('aria-disabled');
  });

  it('can be invited again after ten minutes, when the invitation has lapsed', async () => {
    await advanceTime(590_000);
    expect(invited()).toBeVisible();
    await advanceTime(20_000);
    expect(invite()).not.toHaveAttribute('aria-disabled');
  });

  it('can be invited again once they have joined and left', () => {
    says({ type: 'room_participant_joined', roomId, participant: yusuf });
    says({ type: 'user_left_room', roomId, userId: 'you' });
    expect(invite()).not.toHaveAttribute('aria-disabled');
  });
});

describe('the owner of a room that has both players', () => {
  it.each([
    [2, 0],
    [4, 1],
  ] as const)('and admits %i is offered %i buttons to invite', (maxPlayers, buttons) => {
    render(<Screen />);
    entering([me, yusuf], { maxPlayers });
    expect(screen.queryAllByRole('button', { name: 'Invite Friends' })).toHaveLength(buttons);
  });

  it('and no spectators invites no friend until a player leaves', async () => {
    // jsdom has no layout: a list without a height renders no rows.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
    const clara = { ...person('her', 'Clara').user, id: 'her', userId: 'her', online: true, unread: 0 };
    let players = [me, yusuf];
    serves((url) => json(url === '/api/friends' ? [clara] : url.endsWith('/participants') ? players : []));
    entering(players, { maxPlayers: 2 });
    render(<InviteOverlay />, { wrapper: Around });
    await vi.waitFor(() => expect(screen.getByText('Clara')).toBeVisible(), 10_000);
    expect(screen.queryByRole('button', { name: 'Invite Clara' })).toBeNull();
    players = [me];
    says({ type: 'user_left_room', roomId: 'r1', userId: 'you' });
    await advanceTime(0);
    expect(screen.getByRole('button', { name: 'Invite Clara' })).toBeEnabled();
  });
});
