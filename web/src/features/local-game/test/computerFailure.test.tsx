import type { User } from '@fifteen/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { useToast } from '@/lib/toast.ts';
import { advanceTime } from '@/test/advanceTime.ts';
import { Around } from '@/test/Around.tsx';
import { LocalGameView } from '../components/LocalGameView.tsx';
import { earnsCoins } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';

/** Whether the file of the worker can be loaded. */
let isReachable: boolean;
let workers: FakeWorker[] = [];

/** A worker as the browser makes it: one whose file fails to load says so once, and then answers nothing. */
class FakeWorker {
  onmessage: ((event: object) => void) | null = null;
  onerror: ((event: object) => void) | null = null;
  readonly #isLoaded = isReachable;
  constructor() {
    workers.push(this);
    if (!isReachable) setTimeout(() => this.onerror?.({ type: 'error' }), 10);
  }
  postMessage({ kind }: { kind: 'move' | 'hint' }): void {
    const data = kind === 'move' ? 2 : { position: 7, value: 'win' };
    if (this.#isLoaded) setTimeout(() => this.onmessage?.({ data }), 10);
  }
  terminate(): void {}
}

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
const press = (position: number) =>
  fireEvent.click(document.querySelector(`[data-cell="${position}"]`) as HTMLElement);
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const show = () => render(<LocalGameView user={user} />, { wrapper: Around });
const game = () => useLocalGame.getState().game;
const toast = () => useToast.getState().current;

beforeAll(async () => {
  await startI18n();
  // Fetched lazily in the app; here before the clock is stopped.
  await import('../model/levels.ts');
  await import('../model/award.ts');
  await import('../components/HelpDialog.tsx');
  await import('@/components/board/BestMoves.tsx');
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  isReachable = false;
  workers = [];
  localStorage.clear();
  usePreferences.getState().set({ difficulty: 'master', side: 'X', sound: false });
  useLocalGame.getState().start('ai');
  show();
});
afterEach(() => {
  cleanup();
  // A page has one worker; the next test starts without it.
  workers.at(-1)?.onerror?.({ type: 'error' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a computer whose code fails to load', () => {
  it('says so once, and moves when it can be loaded', async () => {
    press(1);
    await advanceTime(1_100);
    expect(toast()).toMatchObject({
      description: 'This could not be loaded. Please reload the page.',
      tone: 'error',
    });
    useToast.setState({ current: null });
    await advanceTime(6_000);
    expect(workers).toHaveLength(2);
    expect(toast()).toBeNull();
    isReachable = true;
    await advanceTime(6_000);
    expect(game().state.moves).toEqual([1, 2]);
    expect(screen.getByText('Your turn')).toBeVisible();
  });

  it('is not requested while the board is not visible, and moves when the player returns to it', async () => {
    press(1);
    await advanceTime(1_005);
    cleanup();
    await advanceTime(30_000);
    expect(workers).toHaveLength(1);
    expect(toast()).toBeNull();
    isReachable = true;
    show();
    await advanceTime(1_100);
    expect(game().state.moves).toEqual([1, 2]);
  });

  it('gives no hint, which then costs no coins', async () => {
    click('Hint');
    await advanceTime(0);
    click('Show hint');
    await advanceTime(100);
    expect(toast()).toMatchObject({
      description: 'This could not be loaded. Please reload the page.',
      tone: 'error',
    });
    expect(earnsCoins(game())).toBe(true);
    isReachable = true;
    click('Hint');
    await advanceTime(0);
    click('Show hint');
    await advanceTime(100);
    expect(screen.getAllByText('Cell 7 wins')[0]).toBeVisible();
    expect(earnsCoins(game())).toBe(false);
  });
});
