import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { advanceTime } from '@/test/advanceTime.ts';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { connect, disconnect } from './connect.ts';
import { reconnect } from './connection.ts';
import { useConnectionStatus } from './status.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.reset();
  connect('me', vi.fn(), vi.fn());
});
afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a requested reconnection ends the delay before an attempt, but interrupts none that is under way', async () => {
  FakeSocket.last.welcome();
  FakeSocket.last.breaks();
  reconnect();
  expect(FakeSocket.all).toHaveLength(2);
  await advanceTime(3_000);
  reconnect();
  await advanceTime(3_000);
  reconnect();
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.welcome();
  expect(useConnectionStatus.getState().status).toBe('open');
});
