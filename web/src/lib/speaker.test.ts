import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useConnectionStatus } from './realtime/status.ts';
import { speaker } from './sound/sound.ts';
import { speakInOneTab } from './speaker.ts';

/** Focuses another tab of the game, which holds the lock until it closes. Returns a function that closes it. */
async function focusOtherTab(): Promise<() => Promise<void>> {
  let close = (): void => undefined;
  const open = new Promise<void>((resolve) => (close = resolve));
  const used = Promise.withResolvers<void>();
  const over = locks.request('sound', { steal: true }, () => {
    used.resolve();
    return open;
  });
  // This tab may steal the lock back.
  over.catch(() => undefined);
  await used.promise;
  return async () => {
    close();
    await over;
  };
}
const speaks = () => vi.waitFor(() => expect(speaker.isThisTab).toBe(true));
const isSilent = () => vi.waitFor(() => expect(speaker.isThisTab).toBe(false));
const holders = async () => (await locks.query()).held?.length;

let stop: () => void;
const start = (hasFocus: boolean) => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  stop = speakInOneTab();
};

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  useConnectionStatus.setState({ status: 'open' });
});
afterEach(async () => {
  stop();
  useConnectionStatus.setState({ status: 'off' });
  vi.restoreAllMocks();
  await vi.waitFor(async () => expect(await holders()).toBe(0));
  Reflect.deleteProperty(navigator, 'locks');
});

describe('of several tabs', () => {
  it('the one that was used last plays sounds, until another is used', async () => {
    await focusOtherTab();
    start(true);
    expect(speaker.isThisTab).toBe(true);
    await focusOtherTab();
    await isSilent();
    dispatchEvent(new Event('focus'));
    expect(speaker.isThisTab).toBe(true);
    const close = await focusOtherTab();
    await isSilent();
    await close();
    await speaks();
  });

  it('one that was never pressed leaves the sounds to one that may play them', async () => {
    const userActivation = { hasBeenActive: false };
    Object.defineProperty(navigator, 'userActivation', { value: userActivation, configurable: true });
    const close = await focusOtherTab();
    start(true);
    dispatchEvent(new Event('focus'));
    await isSilent();
    userActivation.hasBeenActive = true;
    dispatchEvent(new Event('keydown'));
    expect(speaker.isThisTab).toBe(true);
    await close().catch(() => undefined);
    Reflect.deleteProperty(navigator, 'userActivation');
  });

  it('the next plays sounds when the one that did closes', async () => {
    const close = await focusOtherTab();
    start(false);
    await isSilent();
    await close();
    await speaks();
    expect(await holders()).toBe(1);
  });

  it('one that was disconnected leaves the messages to the others, and plays what it is pressed', async () => {
    start(true);
    await vi.waitFor(async () => expect(await holders()).toBe(1));
    useConnectionStatus.setState({ status: 'superseded' });
    await vi.waitFor(async () => expect(await holders()).toBe(0));
    dispatchEvent(new Event('focus'));
    expect(speaker.isThisTab).toBe(true);
    expect(await holders()).toBe(0);
    useConnectionStatus.setState({ status: 'connecting' });
    await vi.waitFor(async () => expect(await holders()).toBe(1));
  });

  it('each plays its own where the browser has no locks or denies them', async () => {
    Reflect.deleteProperty(navigator, 'locks');
    start(false);
    await speaks();
    stop();
    const request = async () => {
      throw new DOMException('Access denied', 'SecurityError');
    };
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
    start(false);
    await speaks();
  });
});
