import type { Participant, User } from '@fifteen/contract';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useOnlineGame } from '@/features/online-game/index.ts';
import { useSearch } from '@/features/quick-match/index.ts';
import { useRematch } from '@/features/rematch/model/store.ts';
import { useRoomRequests } from '@/features/rooms/index.ts';
import { enterRoom, useRoom } from '@/entities/room/room.ts';
import { becomeUser, refreshUser, signedInUserId, useSession } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { showAlert, useAlert } from '@/lib/state/alert.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { useTurn } from '@/lib/state/turn.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { gameAfter, resultOf, room, WIN_FOR_X } from '@/test/onlineGames.ts';
import { Realtime } from '../Realtime.tsx';

vi.mock('@/features/local-game/model/computer.ts', () => ({
  fetchLevels: async () => undefined,
  computerMove: async () => 1,
}));

const userOf = (id: string) =>
  ({ id, userId: id, username: id, displayName: id, isEmailVerified: true, coins: 20_000 }) as User;
const mina = userOf('me');
const clara = userOf('clara');

const participant = { id: 'p', userId: 'me', role: 'player' } as Participant;

const fetched = vi.fn<typeof fetch>();
/** The user in the cookie; null when its session has expired. */
let session: User | null;

/** Renders the connection of a signed-in user, as the app does. */
function App() {
  return useSession().status === 'in' && <Realtime />;
}
const says = (message: object) => act(async () => FakeSocket.last.says(message));
const signIn = async (user: User) => {
  session = user;
  await act(async () => becomeUser(user));
  await advanceTime(10);
  await act(async () => FakeSocket.last.open());
  await says({ type: 'connected', userId: user.id, serverTime: Date.now() });
};
const logOut = async () => {
  session = null;
  await act(async () => becomeUser(null));
};
const playing = { type: 'game_started', roomId: 'r1', messageId: 'm1', requiresAck: true };
const start = () => says({ ...playing, game: gameAfter(WIN_FOR_X.slice(0, -1)) });
const finish = () => says({ type: 'game_over', ...resultOf(gameAfter(WIN_FOR_X)) });
const calls = () => fetched.mock.calls.map(([url]) => String(url));
/** The calls that leave the room, whether or not they lose its game. */
const leaveCalls = () => calls().filter((url) => url.startsWith('/api/rooms/r1/leave'));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', fetched);
  FakeSocket.reset();
  queryClient.clear();
  localStorage.clear();
  fetched.mockReset().mockImplementation(async (url) => {
    if (url === '/api/auth/session')
      return session
        ? Response.json({ user: session })
        : Response.json({ code: 'UNAUTHORIZED' }, { status: 401 });
    return Response.json([]);
  });
  render(<App />, { wrapper: Around });
  await signIn(mina);
});
afterEach(async () => {
  await logOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a logout', () => {
  it('leaves neither the online mode nor the last game, for the next user and for the same', async () => {
    await start();
    await finish();
    await advanceTime(1_000);
    expect(useMode.getState().mode).toBe('online');
    await logOut();
    expect(useMode.getState().mode).toBe('ai');
    expect(useOnlineGame.getState()).toMatchObject({ onlineGame: null, seating: null, leaving: null });
    await signIn(mina);
    expect(useMode.getState().mode).toBe('ai');
    expect(useOnlineGame.getState().onlineGame).toBeNull();
  });

  it('during a game leaves nothing of it either, and no turn in the title', async () => {
    await start();
    act(() => void enterRoom(room(), [participant]));
    expect(useTurn.getState().isOwn).toBe(true);
    await logOut();
    expect(useMode.getState().mode).toBe('ai');
    expect(useOnlineGame.getState().onlineGame).toBeNull();
    expect(useRoom.getState().room).toBeNull();
    expect(useTurn.getState().isOwn).toBe(false);
    // The server ends the game itself: a late call would fail, or leave the room of the next session.
    expect(leaveCalls()).toEqual([]);
  });
});

it('the computer makes no move behind the sign-in page after a logout', async () => {
  usePreferences.setState({ side: 'O' });
  await start();
  await logOut();
  await advanceTime(10_000);
  expect(useLocalGame.getState().game).toMatchObject({ own: 'O', state: { moves: [] } });
  usePreferences.setState({ side: 'X' });
});

describe('a session that expires during a game', () => {
  beforeEach(async () => {
    await start();
    act(() => void enterRoom(room(), [participant]));
    session = null;
    await act(() => refreshUser());
    expect(FakeSocket.last.closedWith).toBe(1000);
    expect(useMode.getState().mode).toBe('ai');
  });

  it('does not lose the game: its user finds it again, and the server goes on with it', async () => {
    await signIn(mina);
    expect(useMode.getState().mode).toBe('online');
    expect(useOnlineGame.getState().onlineGame).toMatchObject({ phase: 'playing', game: { id: 'g1' } });
    const game = gameAfter([...WIN_FOR_X.slice(0, -1)], { version: 9 });
    await says({ type: 'game_reconnection', game, room: room(), participants: [participant] });
    expect(useOnlineGame.getState().onlineGame?.game.version).toBe(9);
    expect(leaveCalls()).toEqual([]);
  });

  it('leaves nothing for another user', async () => {
    await signIn(clara);
    expect(useMode.getState().mode).toBe('ai');
    expect(useOnlineGame.getState()).toMatchObject({ me: 'clara', onlineGame: null });
    expect(useRoom.getState().room).toBeNull();
    expect(useTurn.getState().isOwn).toBe(false);
    expect(leaveCalls()).toEqual([]);
  });
});

describe.each([
  ['after a logout', logOut],
  ['at once, because another tab changed the user', async () => undefined],
])('the next user, who signs in %s,', (_, leave) => {
  async function changeUser(): Promise<void> {
    await leave();
    session = clara;
    await act(() => (signedInUserId() === null ? signIn(clara) : refreshUser()));
    expect(signedInUserId()).toBe('clara');
  }

  it('finds no open dialog, search or request', async () => {
    const ben = { id: 'ben', username: 'ben', displayName: 'Ben', profileImageUrl: null };
    act(() => {
      useOverlay.getState().show('profile');
      usePlayerCard.getState().open('ben');
      showAlert({ type: 'error', title: 'Failed', text: 'It failed.' });
      useRoomRequests.getState().open(ben);
      useSearch.getState().open();
      useRematch.setState({
        opponentRequest: {
          id: 'p1',
          requestId: 'p1',
          requesterId: 'ben',
          requestedId: 'mina',
          gameId: 'g1',
          status: 'pending',
          requestedAt: '2026-01-01T00:00:00.000Z',
          requester: { ...ben, firstName: null, activeFrameId: null, selectedAchievementBorder: null },
        },
      });
    });
    await changeUser();
    expect(useOverlay.getState().open).toBeNull();
    expect(usePlayerCard.getState().userId).toBeNull();
    expect(useAlert.getState().current).toBeNull();
    expect(useRoomRequests.getState()).toMatchObject({ isCreating: false, challenged: null });
    expect(useSearch.getState().search.at).toBe('closed');
    expect(useRematch.getState().opponentRequest).toBeNull();
  });

  it('does not create the room that the last one requested', async () => {
    act(() => useRoomRequests.getState().createRoom({ maxPlayers: 4, betAmount: 0, isPrivate: false }));
    expect(FakeSocket.last.sent.map(({ type }) => type)).toContain('create_room');
    await changeUser();
    await advanceTime(10);
    await act(async () => FakeSocket.last.welcome());
    expect(FakeSocket.last.sent.map(({ type }) => type)).not.toContain('create_room');
    expect(useRoomRequests.getState().pending).toBeNull();
  });

  it.each(['ai', 'pass-play'] as const)('finds no game of the last one in the mode %s', async (mode) => {
    act(() => useMode.getState().setMode(mode));
    act(() => useLocalGame.getState().press(2));
    expect(useLocalGame.getState().game).toMatchObject({ mode, state: { moves: [2] } });
    await changeUser();
    // The computer makes no move before the board is shown.
    await advanceTime(10_000);
    expect(useLocalGame.getState().game).toMatchObject({ mode: 'ai', state: { moves: [] } });
    expect(useMode.getState().mode).toBe('ai');
  });
});

it.each([
  [500, 'needs no second load of the session', 0],
  [1_500, 'loads the session for the pushes that were missed', 1],
])('a first connection %i ms after the session %s', async (ms, _, loads) => {
  await logOut();
  session = clara;
  await act(async () => becomeUser(clara));
  await advanceTime(ms);
  fetched.mockClear();
  await act(async () => FakeSocket.last.open());
  await says({ type: 'connected', userId: clara.id, serverTime: Date.now() });
  await advanceTime(10);
  expect(calls().filter((url) => url === '/api/auth/session')).toHaveLength(loads);
});

it('an error that replaces the page of a signed-in user keeps their game and mode', async () => {
  await start();
  await finish();
  await advanceTime(1_000);
  cleanup();
  render(<App />, { wrapper: Around });
  await advanceTime(10);
  expect(useMode.getState().mode).toBe('online');
  expect(useOnlineGame.getState().onlineGame?.game.id).toBe('g1');
});
