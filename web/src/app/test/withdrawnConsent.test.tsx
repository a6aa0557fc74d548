import type { PlayAgainRequest, User } from '@fifteen/contract';
import { act, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { rematchMessages, useRematch } from '@/features/rematch/model/store.ts';
import { useRoomRequests } from '@/features/rooms/index.ts';
import { enterRoom, useRoom } from '@/entities/room/room.ts';
import { becomeUser, useSession } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useMode } from '@/lib/state/mode.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { room } from '@/test/onlineGames.ts';
import { Realtime } from '../Realtime.tsx';

const user = { id: 'me', userId: 'me', username: 'me', displayName: 'Mina', isEmailVerified: true } as User;
const request = {
  ...{ id: 'q1', gameId: 'g1', requesterId: 'you', status: 'pending' },
  requester: { displayName: 'Yusuf' },
} as PlayAgainRequest;
const fetched = vi.fn<typeof fetch>();

/** Renders the connection of a signed-in user, as the app does. */
function App() {
  return useSession().status === 'in' && <Realtime />;
}
const chooseComputer = () => act(() => useMode.getState().setMode('ai'));
/** Restores the connection. Returns the types of the frames that are sent then. */
async function reconnect(): Promise<unknown[]> {
  await advanceTime(2_000);
  act(() => FakeSocket.last.welcome());
  await advanceTime(0);
  return FakeSocket.last.types();
}

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', fetched);
  fetched
    .mockReset()
    .mockImplementation(async (url) => Response.json(url === '/api/auth/session' ? { user } : []));
  FakeSocket.reset();
  queryClient.clear();
  localStorage.clear();
  await act(async () => becomeUser(user));
  render(<App />, { wrapper: Around });
  await advanceTime(10);
  act(() => FakeSocket.last.welcome());
  act(() => useMode.getState().setMode('online'));
  act(() => void enterRoom(room(), []));
  act(() => rematchMessages.requested(request));
});
afterEach(async () => {
  await act(async () => becomeUser(null));
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function loseNetwork(): void {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  act(() => FakeSocket.last.breaks());
}

it('an acceptance without a connection is not sent after the player has chosen the computer', async () => {
  loseNetwork();
  act(() => void useRematch.getState().respond('accepted', 'r1'));
  await advanceTime(3_000);
  chooseComputer();
  await advanceTime(3_000);
  expect(useRoom.getState().room?.id).toBe('r1');
  expect(await reconnect()).not.toContain('play_again_response');
});

it('an acceptance that fails after the player has chosen the computer is not sent later', async () => {
  loseNetwork();
  act(() => void useRematch.getState().respond('accepted', 'r1'));
  chooseComputer();
  await advanceTime(3_000);
  expect(await reconnect()).not.toContain('play_again_response');
});

it('a decline without a connection is sent although the player has chosen the computer', async () => {
  loseNetwork();
  act(() => void useRematch.getState().respond('rejected', 'r1'));
  chooseComputer();
  await advanceTime(3_000);
  expect(await reconnect()).toContain('play_again_response');
});

it('a start without a connection is not sent after the player has chosen the computer', async () => {
  loseNetwork();
  act(() => useRoomRequests.getState().startGame());
  chooseComputer();
  await advanceTime(3_000);
  expect(useRoom.getState().room?.id).toBe('r1');
  expect(await reconnect()).not.toContain('start_game_request');
});

it.each([
  ['requests the game that has begun there unseen', 409, 'ALREADY_IN_GAME', 1],
  ['requests no room when it fails otherwise', 400, 'INVALID_REQUEST', 0],
])('a change of mode, which leaves the room, %s', async (_, status, code, requests) => {
  fetched.mockImplementation(async () => Response.json({ code }, { status }));
  const types = () => FakeSocket.last.types().filter((type) => type === 'request_current_game_state');
  const before = types().length;
  chooseComputer();
  await advanceTime(50);
  expect(types()).toHaveLength(before + requests);
});
