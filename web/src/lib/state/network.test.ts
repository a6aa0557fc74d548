import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToasts, toast } from '@/lib/toast.ts';
import {
  bannerTime,
  dismissBack,
  nextNetworkState,
  type Network,
  reportSuccess,
  startNetwork,
  useNetwork,
} from './network.ts';
import { advanceTime } from '@/test/advanceTime.ts';

const goodNetwork: Network = { quality: 'good', delay: 80, banner: null, isSlowKnown: false };

const fetched = vi.fn<typeof fetch>();
let stop = () => undefined as void;
/** The server responds after this delay with this status; null: never. */
const answers = (delay: number | null, status = 200) =>
  fetched.mockImplementation(
    (_, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')));
        if (delay !== null) setTimeout(() => resolve(new Response(null, { status })), delay);
      }),
  );
const banner = () => useNetwork.getState().banner;

beforeEach(() => {
  vi.useFakeTimers();
  // Fake timers do not control the timeout of a signal.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
  useNetwork.setState({ quality: 'good', delay: null, banner: null, isSlowKnown: false });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the connection', () => {
  it.each<[string, Network, number | null, Network['quality'], Network['banner'], number | null]>([
    ['good stays silent', goodNetwork, 999, 'good', null, null],
    ['slow is said for a while', goodNetwork, 1000, 'slow', 'slow', 5000],
    ['very slow stays said', goodNetwork, 3000, 'slow', 'slow', null],
    ['no answer is offline, until it changes', goodNetwork, null, 'offline', 'offline', null],
    [
      'an answer after that is said, and goes',
      { quality: 'offline', delay: null, banner: 'offline', isSlowKnown: false },
      90,
      'good',
      'back',
      3000,
    ],
    [
      'slow again is not said again',
      { quality: 'slow', delay: 1200, banner: null, isSlowKnown: true },
      1300,
      'slow',
      null,
      null,
    ],
    [
      'good again takes the banner away',
      { quality: 'slow', delay: 4000, banner: 'slow', isSlowKnown: true },
      90,
      'good',
      null,
      null,
    ],
  ])('%s', (_, before, delay, quality, banner, time) => {
    const after = nextNetworkState(before, delay);
    expect(after).toMatchObject({ quality, banner });
    expect(bannerTime(after)).toBe(time);
  });
});

describe('the probe', () => {
  it('asks at the start and every 30 s, past every cache', async () => {
    answers(90);
    stop = startNetwork();
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/api/health',
      expect.objectContaining({ method: 'HEAD', cache: 'no-store' }),
    );
    await advanceTime(29_999);
    expect(fetched).toHaveBeenCalledTimes(1);
    await advanceTime(1);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(banner()).toBeNull();
  });

  it('says for 5 s that the connection is slow', async () => {
    answers(1_200);
    stop = startNetwork();
    await advanceTime(1_200);
    expect(banner()).toBe('slow');
    await advanceTime(4_999);
    expect(banner()).toBe('slow');
    await advanceTime(1);
    expect(banner()).toBeNull();
  });

  it('keeps saying so from 3 s on', async () => {
    answers(3_000);
    stop = startNetwork();
    await advanceTime(25_000);
    expect(banner()).toBe('slow');
  });

  it('shows `offline` after 5 s without a response, and `back` for 3 s after the next one', async () => {
    answers(null);
    stop = startNetwork();
    await advanceTime(4_999);
    expect(banner()).toBeNull();
    await advanceTime(1);
    expect(banner()).toBe('offline');
    answers(90);
    await advanceTime(25_000);
    expect(banner()).toBe('offline');
    await advanceTime(90);
    expect(banner()).toBe('back');
    await advanceTime(3_000);
    expect(banner()).toBeNull();
  });

  it('says once that the connection is slow, also after it was lost', async () => {
    answers(90);
    stop = startNetwork();
    dispatchEvent(new Event('offline'));
    answers(1_200);
    dispatchEvent(new Event('online'));
    await advanceTime(1_200);
    expect(banner()).toBe('back');
    await advanceTime(3_000);
    expect(banner()).toBeNull();
    await advanceTime(27_000);
    expect(banner()).toBe('slow');
    await advanceTime(5_000);
    expect(banner()).toBeNull();
    await advanceTime(25_000);
    expect(useNetwork.getState()).toMatchObject({ quality: 'slow', banner: null });
  });

  it('leaves it to a game to say that the connection is back, whichever of the two is first', async () => {
    const comeBack = async () => {
      answers(null);
      dispatchEvent(new Event('offline'));
      expect(banner()).toBe('offline');
      answers(90);
      dispatchEvent(new Event('online'));
      await advanceTime(90);
    };
    answers(90);
    stop = startNetwork();
    await comeBack();
    expect(banner()).toBe('back');
    dismissBack();
    expect(banner()).toBeNull();
    toast({ title: 'Reconnected!', brief: true });
    await comeBack();
    expect(banner()).toBeNull();
    clearToasts();
    await comeBack();
    expect(banner()).toBe('back');
  });

  it('takes a proxy without a server behind it for no answer', async () => {
    answers(20, 502);
    stop = startNetwork();
    await advanceTime(20);
    expect(banner()).toBe('offline');
  });

  it('believes the browser at once that the network is gone, and asks when it says that it is back', async () => {
    answers(90);
    stop = startNetwork();
    await advanceTime(90);
    dispatchEvent(new Event('offline'));
    expect(banner()).toBe('offline');
    dispatchEvent(new Event('online'));
    await advanceTime(90);
    expect(banner()).toBe('back');
  });
});

describe('a probe among others', () => {
  it('says nothing when it ends after a newer one that found the connection', async () => {
    answers(null);
    stop = startNetwork();
    await advanceTime(1_000);
    answers(90);
    dispatchEvent(new Event('online'));
    await advanceTime(90);
    expect(useNetwork.getState()).toMatchObject({ quality: 'good', banner: null });
    await advanceTime(5_000);
    expect(useNetwork.getState()).toMatchObject({ quality: 'good', delay: 90, banner: null });
  });

  it('does not show the network as back when it began before the loss', async () => {
    answers(2_000);
    stop = startNetwork();
    await advanceTime(1_000);
    dispatchEvent(new Event('offline'));
    await advanceTime(2_000);
    expect(banner()).toBe('offline');
  });

  it('counts on a slow connection, although each call that succeeds begins another', async () => {
    answers(90);
    stop = startNetwork();
    dispatchEvent(new Event('offline'));
    answers(2_000);
    for (let calls = 0; calls < 3; calls += 1) {
      reportSuccess();
      await advanceTime(1_000);
    }
    expect(useNetwork.getState()).toMatchObject({ quality: 'slow', delay: 2_000 });
  });
});
