import type { PlayAgainRequest } from '@fifteen/contract';
import { REMATCH_SECONDS } from '@fifteen/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { connect, disconnect } from '@/lib/realtime/connect.ts';
import { reconnect } from '@/lib/realtime/connection.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { rematchMessages, restoreRequests, useRematch } from '../model/store.ts';

const request = (id: string) =>
  ({ id, gameId: 'g1', requesterId: 'you', status: 'pending' }) as PlayAgainRequest;

beforeEach(() => {
  vi.useFakeTimers();
  rematchMessages.over();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('the end of the wait for a lost response leaves the response to a later request alone', async () => {
  const respond = vi.spyOn(api.playAgain, 'respond').mockRejectedValueOnce(new ApiError(0, 'Network error'));
  rematchMessages.requested(request('q1'));
  await useRematch.getState().respond('rejected', 'r1');
  rematchMessages.answered({ type: 'play_again_response', requestId: 'q1' } as never);
  rematchMessages.requested(request('q2'));
  respond.mockReturnValue(new Promise(() => undefined));
  void useRematch.getState().respond('accepted', 'r1');
  await advanceTime(REMATCH_SECONDS * 1_000);
  expect(useRematch.getState()).toMatchObject({ opponentRequest: { id: 'q2' }, pendingResponse: 'accepted' });
});

it('a list of requests that arrives after a game has started brings none back', async () => {
  const response = Promise.withResolvers<PlayAgainRequest[]>();
  vi.spyOn(api.playAgain, 'requests').mockReturnValue(response.promise as never);
  const restoring = restoreRequests();
  rematchMessages.over();
  response.resolve([request('q1')]);
  await restoring;
  expect(useRematch.getState().opponentRequest).toBeNull();
});

it('an acceptance that waited for the connection too long is not sent any more', async () => {
  vi.stubGlobal('WebSocket', FakeSocket);
  connect('me', vi.fn(), vi.fn());
  vi.spyOn(api.playAgain, 'respond').mockRejectedValueOnce(new ApiError(0, 'Network error'));
  rematchMessages.requested(request('q1'));
  await useRematch.getState().respond('accepted', 'r1');
  await advanceTime(REMATCH_SECONDS * 1_000);
  expect(useRematch.getState().pendingResponse).toBeNull();
  reconnect();
  FakeSocket.last.welcome();
  expect(FakeSocket.last.types()).not.toContain('play_again_response');
  disconnect();
  vi.unstubAllGlobals();
});
