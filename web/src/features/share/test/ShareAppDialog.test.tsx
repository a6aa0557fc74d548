import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { useToast } from '@/lib/toast.ts';
import { ShareAppDialog } from '../components/ShareAppDialog.tsx';

const open = vi.fn();
const press = async (name: string) => act(async () => screen.getByRole('button', { name }).click());
const POPUP = 'popup,noopener,width=600,height=400';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => {
  vi.stubGlobal('open', open);
  open.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
});

it('opens a feed and a messenger in a small window, with the link', async () => {
  render(<ShareAppDialog />);
  await press('Share on Facebook');
  expect(open).toHaveBeenLastCalledWith(
    `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(location.origin)}`,
    '_blank',
    POPUP,
  );
  await press('Send on WhatsApp');
  const text = `Play Fifteen with me: strategic tic-tac-toe! ${location.origin}`;
  expect(open).toHaveBeenLastCalledWith(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', POPUP);
});

it('knows a store when the app is in one', async () => {
  const { unmount } = render(<ShareAppDialog />);
  expect(screen.queryByRole('button', { name: 'Open in the app store' })).toBeNull();
  unmount();
  vi.stubEnv('VITE_STORE_URL', 'https://store.example/fifteen');
  render(<ShareAppDialog />);
  await press('Open in the app store');
  expect(open).toHaveBeenLastCalledWith('https://store.example/fifteen', '_blank', POPUP);
});

it("offers the system's own way where there is one", async () => {
  const { unmount } = render(<ShareAppDialog />);
  expect(screen.queryByRole('button', { name: 'Share with...' })).toBeNull();
  unmount();
  const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  render(<ShareAppDialog />);
  await press('Share with...');
  expect(share).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ url: location.origin }));
  expect(useToast.getState().current).toBeNull();
});

it('copies the link and shows for 2 s that it did', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  render(<ShareAppDialog />);
  const isDone = () =>
    screen.getByRole('button', { name: 'Copy link' }).querySelector('.lucide-check') !== null;
  await press('Copy link');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(location.origin);
  expect(useToast.getState().current).toMatchObject({ title: 'Link copied', ms: 2_000 });
  act(() => vi.advanceTimersByTime(1_999));
  expect(isDone()).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(isDone()).toBe(false);
});

it('says when it could not be copied', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.execCommand = () => false;
  render(<ShareAppDialog />);
  await press('Copy link');
  expect(useToast.getState().current?.title).toMatch(/^Failed to copy/);
});
