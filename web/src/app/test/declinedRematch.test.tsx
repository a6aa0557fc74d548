import { REMATCH_SECONDS } from '@fifteen/domain';
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useOnlineGame } from '@/features/online-game/model/store.ts';
import { rematchMessages, useRematch } from '@/features/rematch/model/store.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { gameAfter, player, resultOf, room, WIN_FOR_X } from '@/test/onlineGames.ts';
import { enterRoom, forgetRoom, useRoom } from '@/entities/room/room.ts';
import { useAlert } from '@/lib/state/alert.ts';
import { useMode } from '@/lib/state/mode.ts';
import { fetched, gameStart, inGame, moved, says } from './setup.tsx';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();

function end(): void {
  says(gameStart(WIN_FOR_X.slice(0, -1)));
  says(moved(WIN_FOR_X));
  says({ type: 'game_over', ...resultOf(gameAfter(WIN_FOR_X)) });
}

beforeEach(() => {
  act(forgetRoom);
  rematchMessages.over();
  useAlert.setState({ current: null });
});

it('keeps a player in the next room when the rematch of an older game is declined late', () => {
  end();
  const late = { type: 'play_again_rejected', requestId: 'q1', gameId: 'g1' };
  says({ type: 'reconnection_room_join', room: room('r2'), participants: [] });
  says(late);
  expect(useMode.getState().mode).toBe('online');
  const opponent = player('you', 'Yusuf');
  says({ type: 'match_found', room: room('r3'), participants: [], opponent, betAmount: 5000 });
  says(late);
  expect(useMode.getState().mode).toBe('online');
  const game = gameAfter(WIN_FOR_X.slice(0, -1), { id: 'g2', roomId: 'r3' });
  says({ type: 'game_started', game, roomId: 'r3', messageId: 'm2', requiresAck: true });
  const won = gameAfter(WIN_FOR_X, { id: 'g2', roomId: 'r3' });
  says({ type: 'game_over', ...resultOf(won) });
  says(late);
  expect(useMode.getState().mode).toBe('online');
  expect(useOnlineGame.getState().onlineGame?.game.id).toBe('g2');
});

it('keeps a player with their result when the rematch was not answered in time', () => {
  end();
  act(() => void enterRoom(room(), []));
  useRematch.setState({ ownRequest: { gameId: 'g1', at: 'sent' } });
  const text = 'Your opponent did not answer your request in time';
  const failure = { error: 'Cannot Play Again', message: text, code: 'PLAY_AGAIN_UNANSWERED' };
  says({ type: 'play_again_response', requestId: 'q1', gameId: 'g1', response: 'rejected' });
  says({ type: 'play_again_error', ...failure, gameId: 'g1' });
  expect(useAlert.getState().current).toEqual({ type: 'error', title: 'Cannot Play Again', text });
  expect(useMode.getState().mode).toBe('online');
  expect(useRoom.getState().room?.id).toBe('r1');
  expect(useOnlineGame.getState().onlineGame?.game.id).toBe('g1');
  // The server takes one request of a player for each game: the button stays disabled, with the reason beside it.
  expect(useRematch.getState()).toMatchObject({ ownRequest: { gameId: 'g1', at: 'closed' }, problem: text });
});

it.each(['SERVICE_UNAVAILABLE', 'INTERNAL', 'GAME_CANCELLED', 'CONFLICT'] as const)(
  'says that an accepted rematch could not start after %s',
  (code) => {
    end();
    says({ type: 'play_again_error', error: 'Error', message: 'Not now.', code, gameId: 'g1' });
    const text = 'Unable to start play again. Please try again.';
    expect(useAlert.getState().current).toEqual({ type: 'error', title: 'Cannot Play Again', text });
  },
);

it('waits no longer for a rematch request than it lives, also when its end was not received', async () => {
  end();
  act(() => void enterRoom(room(), []));
  const request = { id: 'q1', requestId: 'q1', requesterId: 'me', requestedId: 'you', gameId: 'g1' };
  fetched.mockImplementation(async (url) =>
    Response.json(url === '/api/play-again/request' ? { request: { ...request, status: 'pending' } } : []),
  );
  act(() => void useRematch.getState().request('g1', 'you'));
  await advanceTime(REMATCH_SECONDS * 1_000);
  expect(useRematch.getState()).toMatchObject({ ownRequest: { gameId: 'g1', at: 'sent' }, problem: null });
  await advanceTime(10_000);
  const problem = 'Your opponent did not answer your request in time';
  expect(useRematch.getState()).toMatchObject({ ownRequest: { gameId: 'g1', at: 'closed' }, problem });
  expect(useAlert.getState().current).toBeNull();
  expect(useMode.getState().mode).toBe('online');
});

it('keeps the open rematch request of the opponent when the own one is declined', () => {
  end();
  useRematch.setState({ ownRequest: { gameId: 'g1', at: 'sent' } });
  const request = { id: 'q2', requestId: 'q2', requesterId: 'you', requestedId: 'me', gameId: 'g1' };
  says({ type: 'play_again_request', request: { ...request, status: 'pending' } });
  says({ type: 'play_again_rejected', requestId: 'q1', gameId: 'g1' });
  expect(useMode.getState().mode).toBe('online');
  // Without an own request, the result offers to accept the opponent's.
  expect(useRematch.getState()).toMatchObject({ opponentRequest: { id: 'q2' }, ownRequest: null });
});
