import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLocalGame } from '@/features/local-game/index.ts';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { watchInstallPrompt, useInstall } from '@/lib/state/install.ts';
import { useMode } from '@/lib/state/mode.ts';
import { InstallHint } from '../components/InstallHint.tsx';
import { press } from '@/test/press.ts';

const hint = () => screen.queryByRole('region', { name: 'Fifteen as an app' });

/** Opens the app on that day, with nothing in memory. */
async function visit(day: string): Promise<void> {
  vi.setSystemTime(`2026-11-${day}T12:00:00Z`);
  useInstall.setState({ prompt: null });
  watchInstallPrompt();
}

/** What a browser fires that can install the app. */
function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(event));
  return { event, prompt };
}

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  useInstall.setState({ visits: 0, prompt: null, isAnswered: false });
  useMode.setState({ mode: 'ai' });
  useLocalGame.getState().start('ai');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the offer to install the app', () => {
  it('waits for the third day of a player, and counts each day once', async () => {
    render(<InstallHint />);
    for (const day of ['20', '20', '20', '21', '21']) await visit(day);
    offer();
    expect(hint()).toBeNull();
    await visit('24');
    offer();
    expect(hint()).toBeVisible();
  });

  it('keeps the own question of the browser until it is wanted, and is over with its answer', async () => {
    for (const day of ['20', '21', '22']) await visit(day);
    render(<InstallHint />);
    expect(hint()).toBeNull();
    const { event, prompt } = offer();
    expect(event.defaultPrevented).toBe(true);
    expect(prompt).not.toHaveBeenCalled();
    press('Install');
    expect(prompt).toHaveBeenCalledOnce();
    await act(async () => undefined);
    expect(hint()).toBeNull();
    offer();
    expect(hint()).toBeNull();
  });

  it('is dismissed for good', async () => {
    for (const day of ['20', '21', '22']) await visit(day);
    offer();
    render(
      <>
        <h1 tabIndex={-1}>Fifteen</h1>
        <InstallHint />
      </>,
    );
    screen.getByRole('button', { name: 'No, thanks' }).focus();
    press('No, thanks');
    expect(hint()).toBeNull();
    expect(screen.getByRole('heading', { name: 'Fifteen' })).toHaveFocus();
    expect(localStorage.getItem('hints')).toContain('install');
    await visit('23');
    offer();
    expect(hint()).toBeNull();
  });

  it('is over when the app was installed in another way', async () => {
    for (const day of ['20', '21', '22']) await visit(day);
    offer();
    render(<InstallHint />);
    act(() => void dispatchEvent(new Event('appinstalled')));
    expect(hint()).toBeNull();
  });

  it('never comes in the middle of a game', async () => {
    for (const day of ['20', '21', '22']) await visit(day);
    render(<InstallHint />);
    act(() => useLocalGame.getState().press(1));
    offer();
    expect(hint()).toBeNull();
    act(() => useLocalGame.getState().start('ai'));
    expect(hint()).toBeVisible();
  });

  it.each([
    ['Safari on a phone', 'Version/18.0 Mobile/15E148 Safari/604.1', false, true],
    ['an installed app', 'Version/18.0 Mobile/15E148 Safari/604.1', true, false],
    ['another browser there', 'CriOS/130.0 Mobile/15E148 Safari/604.1', false, false],
    ['Safari on a computer', 'Version/18.0 Safari/605.1.15', undefined, false],
  ])('explains the share menu to Safari on phones: %s', async (_, browser, standalone, isShown) => {
    vi.stubGlobal('navigator', {
      userAgent: `Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser}`,
      maxTouchPoints: standalone === undefined ? 0 : 5,
      standalone,
    });
    for (const day of ['20', '21', '22']) await visit(day);
    render(<InstallHint />);
    expect(hint() !== null).toBe(isShown);
    if (isShown) expect(hint()).toHaveTextContent('Tap Share, then “Add to Home Screen”');
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
  });
});
