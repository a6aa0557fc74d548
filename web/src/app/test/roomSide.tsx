import type { Participant, Room, User } from '@fifteen/contract';
import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { IDLE } from '@/features/rooms/model/roomRequest.ts';
import { useRoomRequests } from '@/features/rooms/model/store.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { forgetRoom } from '@/entities/room/room.ts';
import { connect, disconnect } from '@/lib/realtime/connect.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { useMode } from '@/lib/state/mode.ts';
import { Around } from '@/test/Around.tsx';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { useToast } from '@/lib/toast.ts';
import { handle } from '../handlers.ts';
import { RoomNotices } from '@/features/rooms/components/RoomNotices.tsx';
import { RoomCard } from '@/features/rooms/components/RoomCard.tsx';
import { useRoomActions } from '@/features/home/components/useRoomActions.ts';
import { advanceTime } from '@/test/advanceTime.ts';

export { press } from '@/test/press.ts';

export const fetched = vi.fn<typeof fetch>();
export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
/** Mocks the responses to calls; the list of online users is always empty. */
export function serves(answer: (url: string) => Response | Promise<Response>): void {
  fetched.mockImplementation(async (url) =>
    String(url) === '/api/users/online' ? json({ total: 1, users: [] }) : answer(String(url)),
  );
}
export const says = (message: object) => act(() => FakeSocket.last.says(message));
/** The call by which the app leaves a room in which it shows no running game. */
export const leaveCall = (roomId: string) => `/api/rooms/${roomId}/leave?unlessPlaying=true`;
export const sent = (type: string) => FakeSocket.last.sent.filter((frame) => frame.type === type);
export const toast = () => useToast.getState().current;

export const person = (userId: string, displayName: string, role: 'player' | 'spectator' = 'player') =>
  ({
    id: `p-${userId}`,
    userId,
    role,
    user: {
      profileImageUrl: null,
      activeFrameId: null,
      selectedAchievementBorder: null,
      firstName: null,
      username: userId,
      displayName,
    },
  }) satisfies Participant;

export const room = (overrides: Partial<Room> = {}): Room => ({
  id: 'r1',
  code: 'K7QX2M9P',
  name: 'Game Room',
  status: 'waiting',
  ownerId: 'me',
  participants: [],
  maxPlayers: 4,
  isPrivate: false,
  betAmount: 5000,
  createdAt: '2026-11-20T12:00:00Z',
  ...overrides,
});
export const me = person('me', 'Mina');
export const yusuf = person('you', 'Yusuf');

export const entering = (participants: Participant[] = [me], overrides: Partial<Room> = {}) => {
  says({ type: 'reconnection_room_join', room: room(overrides), participants });
};

type ScreenProps = { path?: string } & Partial<Pick<User, 'coins' | 'stakeLimit'>>;

/** Renders the room card, and what leads into rooms. */
export function Screen({ path = '/', coins = 20_000, stakeLimit }: ScreenProps) {
  const user = { id: 'me', displayName: 'Mina', coins, stakeLimit } as User;
  return (
    <Around path={path}>
      <RoomCard user={user} {...useRoomActions(user)} />
      <RoomNotices user={user} />
    </Around>
  );
}

/** Sets up the tests of a file: online mode, signed in as `me`, with a fake connection. */
export function atHome(): void {
  beforeAll(async () => {
    await startI18n();
    await loadLaterTexts();
    // Loads lazy components at once.
    await import('@/features/rooms/components/CreateRoomDialog.tsx');
    await import('@/features/rooms/components/ShareDialog.tsx');
    await import('@/features/rooms/components/LinkDialog.tsx');
    await import('@/features/rooms/components/InvitationPopup.tsx');
  });
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('fetch', fetched);
    FakeSocket.reset();
    fetched.mockReset();
    serves(() => json([]));
    localStorage.clear();
    queryClient.clear();
    useAlert.setState({ current: null });
    useMode.setState({ mode: 'online' });
    forgetRoom();
    useRoomRequests.setState(IDLE);
    useOnlineGame.getState().enter('another-user');
    useOnlineGame.getState().enter('me');
    connect('me', handle, () => undefined);
    FakeSocket.last.welcome();
    // Answers the ping, since the connection would time out before the longest wait is over.
    const { timestamp } = sent('ping').at(-1) ?? {};
    FakeSocket.last.says({ type: 'pong', timestamp, serverTime: Date.now() });
  });
  afterEach(async () => {
    // Pending requests end with their test.
    if (vi.isFakeTimers()) await advanceTime(30_000);
    disconnect();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
