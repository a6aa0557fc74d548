import type { User } from '@fifteen/contract';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { OnlineGameView } from '@/features/online-game/components/OnlineGameView.tsx';
import { OnlineResult } from '@/features/online-game/components/OnlineResult.tsx';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { gameAfter } from '@/test/onlineGames.ts';
import { Around } from '@/test/Around.tsx';
import { queryClient } from '@/lib/queryClient.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { connect, disconnect } from '@/lib/realtime/connect.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { useToast } from '@/lib/toast.ts';
import { handle } from '../handlers.ts';

export { press } from '@/test/press.ts';

export const fetched = vi.fn<typeof fetch>();
export const onFindMatch = vi.fn();

/** Mocks the requests of a new connection, which no test is about. */
const withoutGifts: typeof fetch = async (input, init) =>
  input === '/api/coins/gifts/unseen' ? new Response('[]') : fetched(input, init);

/** Receives a message of the server over the socket. */
export const says = (message: object) => act(() => FakeSocket.last.says(message));
/** Returns the sent messages of a type. */
export const sent = (type: string) => FakeSocket.last.sent.filter((frame) => frame.type === type);
export const cell = (position: number) =>
  screen.getByRole('button', { name: new RegExp(`^Cell ${position},`) });
export const toast = () => useToast.getState().current;

/** Answers the newest ping, so that the connection counts as alive. */
export function pong(): void {
  const { timestamp } = sent('ping').at(-1) ?? {};
  says({ type: 'pong', timestamp, serverTime: Date.now() });
}

export const gameStart = (moves: readonly number[] = [], messageId = 'm1') => ({
  type: 'game_started',
  game: gameAfter(moves),
  roomId: 'r1',
  messageId,
  requiresAck: true,
});

export const moved = (moves: readonly number[]) => ({
  type: 'move',
  gameId: 'g1',
  roomId: 'r1',
  position: moves.at(-1),
  player: moves.length % 2 === 1 ? 'X' : 'O',
  game: gameAfter(moves),
});

/** Sets up the tests of a file: an online game, signed in as `me`, with a fake connection. */
export function inGame(): void {
  beforeAll(async () => {
    await startI18n();
    // Loads at once what the app loads lazily.
    await import('@/features/online-game/components/PlayerRecord.tsx');
    await import('@/features/online-game/components/LeaveDialog.tsx');
    await import('@/features/online-game/components/LeaveRoomDialog.tsx');
    await loadLaterTexts();
  });
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('fetch', withoutGifts);
    Element.prototype.scrollIntoView = vi.fn();
    FakeSocket.reset();
    fetched.mockReset();
    queryClient.clear();
    localStorage.clear();
    useOnlineGame.getState().enter('me');
    connect('me', handle, () => undefined);
    FakeSocket.last.welcome();
    pong();
    render(
      <Around>
        <OnlineGameView user={{ id: 'me', displayName: 'Mina' } as User} />
        <OnlineResult rematch={null} canRematch={false} review={null} onFindMatch={onFindMatch} />
      </Around>,
    );
  });
  afterEach(() => {
    disconnect();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
