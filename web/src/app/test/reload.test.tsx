import type { Participant, User } from '@fifteen/contract';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useLocalGame } from '@/features/local-game/index.ts';
import { newGame, parse } from '@/features/local-game/model/localGame.ts';
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
const participant = { id: 'p', userId: 'me', role: 'player' } as Participant;

/** Renders the connection of a signed-in user, as the app does. */
function App() {
  return useSession().status === 'in' && <Realtime />;
}

/** Loads the page again: a stored local game determines the mode, until the connection is rendered. */
async function reload(): Promise<void> {
  cleanup();
  const stored = parse(localStorage.getItem('currentGameState'));
  useMode.setState({ mode: stored?.mode ?? 'ai' });
  useLocalGame.setState({ game: stored ?? newGame('local-game-1', 'easy', 'X') });
  render(<App />, { wrapper: Around });
  await advanceTime(10);
}

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (url: string) => Response.json(url === '/api/auth/session' ? { user } : []));
  FakeSocket.reset();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  useMode.setState({ mode: 'ai' });
  await act(async () => becomeUser(user));
  render(<App />, { wrapper: Around });
  await advanceTime(10);
  useLocalGame.getState().start('ai');
  useLocalGame.getState().press(1);
  expect(useLocalGame.getState().game.state.moves).toEqual([1]);
});
afterEach(async () => {
  await act(async () => becomeUser(null));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps a running game against the computer while another tab is in a room', async () => {
  act(() => void enterRoom(room(), [participant]));
  await reload();
  expect(useRoom.getState().room?.id).toBe('r1');
  expect(useMode.getState().mode).toBe('ai');
  expect(useLocalGame.getState().game.state.moves).toEqual([1]);
});

it('returns to the room that the player was looking at, whatever was played before', async () => {
  act(() => useMode.getState().setMode('online'));
  act(() => void enterRoom(room(), [participant]));
  await reload();
  expect(useMode.getState().mode).toBe('online');
});

it('stays in the room of another tab when another local mode is chosen', async () => {
  act(() => void enterRoom(room(), [participant]));
  await reload();
  act(() => useMode.getState().setMode('pass-play'));
  await advanceTime(10);
  expect(useRoom.getState().room?.id).toBe('r1');
  act(() => useMode.getState().setMode('online'));
  act(() => useMode.getState().setMode('ai'));
  await advanceTime(10);
  expect(useRoom.getState().room).toBeNull();
});

it('stays online, without the game that the player has discarded for it', async () => {
  act(() => useLocalGame.getState().discardFor(() => useMode.getState().setMode('online')));
  act(() => useLocalGame.getState().answerDiscard(true));
  await reload();
  expect(useMode.getState().mode).toBe('online');
  expect(useLocalGame.getState().game.state.moves).toEqual([]);
});

it('is not online for a user who signs in after one who was', async () => {
  act(() => useMode.getState().setMode('online'));
  await act(async () => becomeUser(null));
  await act(async () => becomeUser({ ...user, id: 'clara' }));
  expect(useMode.getState().mode).toBe('ai');
});
