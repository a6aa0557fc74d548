import type { ServerMessage } from '@fifteen/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from '@/test/fakeSocket.ts';
import { connect, disconnect } from './connect.ts';
import { probe, reconnect, send } from './connection.ts';
import { useConnectionStatus } from './status.ts';
import { advanceTime } from '@/test/advanceTime.ts';

const refreshUser = vi.fn<() => void>();

const received = vi.fn<(message: ServerMessage) => void>();
const status = () => useConnectionStatus.getState().status;
const pings = () => FakeSocket.last.sent.filter(({ type }) => type === 'ping');
const stateRequests = () => FakeSocket.last.types().filter((type) => type === 'request_current_game_state');
const pong = () => {
  const timestamp = pings().at(-1)?.timestamp;
  FakeSocket.last.says({ type: 'pong', timestamp, serverTime: Date.now() });
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  FakeSocket.reset();
  received.mockReset();
  refreshUser.mockClear();
  connect('me', received, refreshUser);
});
afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('opening', () => {
  it('goes to /ws of the same origin, greets, and asks for the game 100 ms later', async () => {
    expect(FakeSocket.last.url).toBe(`${location.origin.replace('http', 'ws')}/ws`);
    expect(status()).toBe('connecting');
    FakeSocket.last.open();
    expect(FakeSocket.last.sent).toEqual([{ type: 'auth', userId: 'me' }]);
    await advanceTime(99);
    expect(FakeSocket.last.types()).toEqual(['auth']);
    await advanceTime(1);
    expect(FakeSocket.last.types()).toEqual(['auth', 'request_current_game_state']);
  });

  it('asks for the game every 3 s until the state arrives', async () => {
    FakeSocket.last.welcome();
    pong();
    await advanceTime(100 + 2 * 3_000);
    expect(stateRequests()).toHaveLength(3);
    FakeSocket.last.says({ type: 'reconnection', status: 'none' });
    await advanceTime(10_000);
    expect(stateRequests()).toHaveLength(3);
  });

  it('asks for the game also when a state arrives before', async () => {
    FakeSocket.last.welcome();
    FakeSocket.last.says({ type: 'reconnection', status: 'none' });
    await advanceTime(100);
    expect(stateRequests()).toHaveLength(1);
  });

  it('is open only after the welcome of the server, and measures the round trip at once', async () => {
    FakeSocket.last.open();
    expect(status()).toBe('connecting');
    FakeSocket.last.welcome();
    expect(status()).toBe('open');
    await advanceTime(42);
    pong();
    expect(useConnectionStatus.getState().latency).toBe(42);
  });

  it('is tried again when the server does not answer the greeting in 10 s', async () => {
    FakeSocket.last.open();
    await advanceTime(10_000 + 1_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('counts as lost after the first attempt failed', () => {
    FakeSocket.last.breaks();
    expect(status()).toBe('lost');
  });

  it('hands on what the server says, and only reports what it cannot read', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    FakeSocket.last.welcome();
    FakeSocket.last.says('no json');
    FakeSocket.last.says({ type: 'online_users_update', count: 3 });
    expect(report).toHaveBeenCalledTimes(1);
    expect(received).toHaveBeenLastCalledWith({ type: 'online_users_update', count: 3 });
  });
});

describe('a lost connection', () => {
  it('is lost at once, and comes back after 1 s, then half as long again, at most 5 s', async () => {
    FakeSocket.last.welcome();
    FakeSocket.last.breaks();
    expect(status()).toBe('lost');
    for (const [index, wait] of [1000, 1500, 2250, 3375, 5000, 5000].entries()) {
      await advanceTime(wait - 1);
      expect(FakeSocket.all).toHaveLength(index + 1);
      await advanceTime(1);
      expect(FakeSocket.all).toHaveLength(index + 2);
      FakeSocket.last.breaks();
    }
  });

  it('starts from the shortest wait again after a successful connection', async () => {
    for (const wait of [1000, 1500]) {
      FakeSocket.last.breaks();
      await advanceTime(wait);
    }
    FakeSocket.last.welcome();
    FakeSocket.last.breaks(1012);
    await advanceTime(1000);
    expect(FakeSocket.all).toHaveLength(4);
  });

  it('stays closed after a clean close, until the user wants it back', async () => {
    FakeSocket.last.welcome();
    FakeSocket.last.breaks(1000);
    expect(status()).toBe('superseded');
    dispatchEvent(new Event('online'));
    await advanceTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    reconnect();
    expect(status()).toBe('connecting');
    FakeSocket.last.welcome();
    expect(status()).toBe('open');
  });

  it.each([4401, 4403])('that was closed with %i asks who is signed in', (code) => {
    FakeSocket.last.welcome();
    expect(refreshUser).not.toHaveBeenCalled();
    FakeSocket.last.breaks(code);
    expect(refreshUser).toHaveBeenCalledTimes(1);
  });

  it('that was not accepted twice asks once whether the session is the reason', async () => {
    FakeSocket.last.breaks();
    expect(refreshUser).not.toHaveBeenCalled();
    for (const wait of [1000, 1500, 2250]) {
      await advanceTime(wait);
      FakeSocket.last.breaks();
    }
    expect(refreshUser).toHaveBeenCalledTimes(1);
  });

  it.each(['online', 'offline'])('is tried at once when the browser says %s', (event) => {
    FakeSocket.last.welcome();
    const first = FakeSocket.last;
    dispatchEvent(new Event(event));
    expect(FakeSocket.all).toHaveLength(2);
    expect(first.closedWith).toBe(1000);
    expect(status()).toBe('lost');
    first.breaks();
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('is left alone when it is closed before it opened', async () => {
    const first = FakeSocket.last;
    disconnect();
    expect(first.closedWith).toBeUndefined();
    first.open();
    expect(first.closedWith).toBe(1000);
    expect(first.sent).toEqual([]);
    await advanceTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('what is sent', () => {
  it('goes out now, or not at all', () => {
    expect(send({ type: 'cancel_matchmaking' })).toBe(false);
    FakeSocket.last.welcome();
    expect(send({ type: 'disable_auto_play', gameId: 'g' })).toBe(true);
    expect(FakeSocket.last.types()).toContain('disable_auto_play');
  });

  it('names a trace of its own for each message', () => {
    FakeSocket.last.welcome();
    send({ type: 'move', gameId: 'g', position: 3 });
    send({ type: 'move', gameId: 'g', position: 4 });
    const traces = FakeSocket.last.traces.slice(-2);
    expect(traces[0]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(traces[1]).not.toBe(traces[0]);
  });

  it('is kept when it is critical, and follows the next welcome in order, each once', async () => {
    FakeSocket.last.welcome();
    FakeSocket.last.breaks();
    send({ type: 'move', gameId: 'g', position: 3 });
    send({ type: 'player_chat', roomId: 'r', messageText: 'Good luck!' });
    send({ type: 'move', gameId: 'g', position: 3 });
    send({ type: 'play_again_response', requestId: 'p', response: 'accepted' });
    await advanceTime(1000);
    FakeSocket.last.open();
    expect(FakeSocket.last.types()).toEqual(['auth']);
    FakeSocket.last.says({ type: 'connected', userId: 'me', serverTime: Date.now() });
    expect(FakeSocket.last.types()).toEqual(['auth', 'move', 'play_again_response', 'ping']);
  });

  it('is forgotten when another user signs in', async () => {
    send({ type: 'move', gameId: 'g', position: 3 });
    connect('other', received, refreshUser);
    FakeSocket.last.welcome();
    expect(FakeSocket.last.types()).toEqual(['auth', 'ping']);
  });
});

describe('the heartbeat', () => {
  beforeEach(() => {
    FakeSocket.last.welcome();
    pong();
  });

  it('pings every 50 s', async () => {
    await advanceTime(49_999);
    expect(pings()).toHaveLength(1);
    await advanceTime(1);
    expect(pings()).toHaveLength(2);
    expect(pings()[1]).toMatchObject({ type: 'ping', timestamp: Date.now(), keepAlive: true });
  });

  it('takes a connection for dead that does not answer in 5 s', async () => {
    await advanceTime(50_000);
    await advanceTime(4_999);
    expect(FakeSocket.all).toHaveLength(1);
    await advanceTime(1);
    expect(FakeSocket.all).toHaveLength(2);
    expect(status()).toBe('lost');
  });

  it('is shared by all callers, and returns the round trip', async () => {
    const [one, two] = [probe(), probe()];
    expect(pings()).toHaveLength(2);
    await advanceTime(30);
    pong();
    await expect(Promise.all([one, two])).resolves.toEqual([30, 30]);
  });

  it('fails a probe at once without a connection, and after 5 s without a response', async () => {
    const silent = expect(probe()).rejects.toThrow('no answer');
    await advanceTime(5_000);
    await silent;
    await expect(probe()).rejects.toThrow('no connection');
  });

  it('reconnects at once after a sleep of more than 5 s', async () => {
    vi.setSystemTime(Date.now() + 4_000);
    await advanceTime(1_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.setSystemTime(Date.now() + 6_000);
    await advanceTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('of a hidden tab, whose timers are throttled, only sends a probe', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.setSystemTime(Date.now() + 60_000);
    await advanceTime(1_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(pings().length).toBeGreaterThan(1);
  });
});
