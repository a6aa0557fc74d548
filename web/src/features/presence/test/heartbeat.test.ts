import { HEARTBEAT_EVERY } from '@fifteen/contract/constants';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnectionStatus } from '@/lib/realtime/status.ts';
import { isOffline, startHeartbeat, usePresence } from '../model/heartbeat.ts';

const fetched = vi.fn<typeof fetch>();
const isShownOffline = () => isOffline(usePresence.getState());

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows a user as offline after two failed heartbeats, and the next user online', async () => {
  fetched.mockImplementation(async () => Response.json({ code: 'INVALID', message: 'x' }, { status: 400 }));
  const stop = startHeartbeat();
  await vi.advanceTimersByTimeAsync(HEARTBEAT_EVERY);
  expect(isShownOffline()).toBe(false);
  await vi.advanceTimersByTimeAsync(HEARTBEAT_EVERY);
  expect(isShownOffline()).toBe(true);
  stop();
  const stopNext = startHeartbeat();
  expect(isShownOffline()).toBe(false);
  stopNext();
});

it('shows a user as online as soon as the connection to the game server is back', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  useConnectionStatus.setState({ status: 'lost' });
  const stop = startHeartbeat();
  await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_EVERY);
  expect(isShownOffline()).toBe(true);
  fetched.mockImplementation(async () => new Response(null, { status: 204 }));
  useConnectionStatus.setState({ status: 'open' });
  await vi.advanceTimersByTimeAsync(0);
  expect(isShownOffline()).toBe(false);
  stop();
});

it('does not count a heartbeat of the previous user that fails later', async () => {
  const answer = Promise.withResolvers<Response>();
  fetched.mockReturnValue(answer.promise);
  const stop = startHeartbeat();
  await vi.advanceTimersByTimeAsync(HEARTBEAT_EVERY);
  stop();
  const stopNext = startHeartbeat();
  answer.resolve(Response.json({ code: 'UNAUTHORIZED', message: 'x' }, { status: 401 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(usePresence.getState().failures).toBe(0);
  stopNext();
});
