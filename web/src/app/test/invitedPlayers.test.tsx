import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { InviteButton } from '@/features/rooms/index.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { atHome, entering, fetched, json, me, press, room, says, serves, yusuf } from './roomSide.tsx';

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
