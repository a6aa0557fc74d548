import type { RoomInvitation, User } from '@fifteen/contract';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { press } from '@/test/press.ts';
import { InvitationPopup } from '../components/InvitationPopup.tsx';
import { useInvitation } from '../model/invitations.ts';

const invitation = {
  id: 'i1',
  status: 'pending',
  roomCode: 'K7QX2M9P',
  inviterName: 'Yusuf',
  inviter: { displayName: 'Yusuf', username: 'yusuf' },
} as RoomInvitation;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  becomeUser({ id: 'me', displayName: 'Mina', coins: 20_000 } as User);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['Accept', 'accepted'],
  ['Decline', 'rejected'],
])('%s ignores a press that was meant for what the invitation covers', async (name, response) => {
  const fetched = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json({ invitation }));
  vi.stubGlobal('fetch', fetched);
  render(<InvitationPopup invitation={invitation} onEntered={vi.fn()} />, { wrapper: Around });
  await advanceTime(499);
  expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  press(name);
  await advanceTime(0);
  expect(fetched).not.toHaveBeenCalled();
  await advanceTime(1);
  press(name);
  await advanceTime(0);
  expect(fetched.mock.calls.map(([, init]) => init?.body)).toEqual([JSON.stringify({ response })]);
});

it('Not now ignores such a press as well', async () => {
  function Shown() {
    const shown = useInvitation();
    return shown && <InvitationPopup invitation={shown} onEntered={vi.fn()} />;
  }
  vi.stubGlobal('fetch', async () => Response.json([invitation]));
  render(<Shown />, { wrapper: Around });
  await advanceTime(0);
  await advanceTime(499);
  const dismissal = screen.getByRole('button', { name: 'Not now' });
  expect(dismissal).toHaveAttribute('aria-disabled', 'true');
  press('Not now');
  expect(dismissal).toBeInTheDocument();
  await advanceTime(1);
  press('Not now');
  expect(dismissal).not.toBeInTheDocument();
});
