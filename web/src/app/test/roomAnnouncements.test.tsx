import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { atHome, entering, says, Screen, yusuf } from './roomSide.tsx';

vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => ({ user: null }),
}));
atHome();

it('a change of what the next game waits for is announced', async () => {
  useAnnouncer.setState({ polite: '' });
  render(<Screen />);
  entering();
  await advanceTime(1);
  expect(useAnnouncer.getState().polite).toBe('');
  says({ type: 'room_participant_joined', roomId: 'r1', participant: yusuf });
  await advanceTime(1);
  expect(useAnnouncer.getState().polite).toBe('Both players are here');
  says({ type: 'user_offline', userId: 'you' });
  await advanceTime(1);
  expect(useAnnouncer.getState().polite).toBe('Yusuf is away');
});
