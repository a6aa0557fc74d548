import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { advanceTime } from '@/test/advanceTime.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { connect, disconnect } from './connect.ts';
import { serverClock } from './serverClock.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.reset();
  connect('me', vi.fn(), vi.fn());
  FakeSocket.last.open();
});
afterEach(() => {
  disconnect();
  serverClock.reset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('follows from the message with the shortest round trip', () => {
  const now = Date.now();
  FakeSocket.last.says({ type: 'connected', userId: 'me', serverTime: now + 900 });
  FakeSocket.last.says({ type: 'pong', timestamp: 1, serverTime: now + 1000 });
  FakeSocket.last.says({ type: 'pong', timestamp: 1, serverTime: now + 700 });
  expect(serverClock.toLocal(now + 31_000)).toBe(now + 30_000);
});

it('stays right after the next pong when the clock of this device is set forward in a hidden tab', async () => {
  const server = Date.now();
  FakeSocket.last.says({ type: 'connected', userId: 'me', serverTime: server });
  FakeSocket.last.says({ type: 'pong', timestamp: server, serverTime: server });
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.setSystemTime(server + 600_000);
  // It sends a ping because of the late timer.
  await advanceTime(1_000);
  const { timestamp } = FakeSocket.last.sent.at(-1) ?? {};
  await advanceTime(80);
  FakeSocket.last.says({ type: 'pong', timestamp, serverTime: server + 1_040 });
  expect(Math.abs(serverClock.now() - (server + 1_080))).toBeLessThanOrEqual(40);
});
