import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useRoomRequests } from '@/features/rooms/model/store.ts';
import { useRoom } from '@/entities/room/room.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { atHome, fetched, json, me, press, room, says, Screen, sent, serves } from './roomSide.tsx';

vi.mock('@/entities/session/session.ts', () => ({
  refreshUser: vi.fn(async () => undefined),
  sessionLost: vi.fn(),
  useSession: () => ({ user: null }),
}));
atHome();

const challenge = (id: string, displayName: string) =>
  act(async () => useRoomRequests.getState().open({ id, displayName }));
const created = async (request: number) => {
  const { requestId } = sent('create_room')[request] ?? {};
  says({ type: 'create_room_success', room: room(), participants: [me], requestId });
  await advanceTime(0);
};
const invited = () =>
  fetched.mock.calls.filter(([url]) => url === '/api/rooms/r1/invite').map(([, init]) => init?.body);

describe('a room that is created after its timeout', () => {
  beforeEach(async () => {
    serves((url) => json(url.endsWith('/invite') ? { id: 'i1' } : [me]));
    render(<Screen />);
    await challenge('you', 'Yusuf');
    press('Send challenge');
    await advanceTime(15_000);
    expect(screen.getByRole('alert')).toHaveTextContent('Request timeout');
  });

  it('closes its dialog, and invites the challenged player once', async () => {
    await created(0);
    await created(0);
    expect(useRoom.getState().room?.id).toBe('r1');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(invited()).toEqual(['{"invitedId":"you"}']);
  });

  it('invites the player for whom it was requested, not one who was challenged since', async () => {
    press('Cancel');
    await challenge('clara', 'Clara');
    await created(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(invited()).toEqual(['{"invitedId":"you"}']);
  });

  it('leaves the dialog to the request that followed', async () => {
    press('Send challenge');
    await created(0);
    expect(screen.getByRole('dialog', { name: 'Challenge Yusuf' })).toBeVisible();
    expect(invited()).toEqual([]);
    await created(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(invited()).toEqual(['{"invitedId":"you"}']);
  });
});
