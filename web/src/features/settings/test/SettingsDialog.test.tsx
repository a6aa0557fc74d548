import { fireEvent, render, screen, within } from '@testing-library/react';
import { newUser } from '@/test/user.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { play } from '@/lib/sound/sound.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { SettingsDialog } from '../components/SettingsDialog.tsx';
import { ShortcutsDialog } from '../components/ShortcutsDialog.tsx';

vi.mock('@/lib/sound/sound.ts', () => ({ play: vi.fn() }));

const storedPreferences = () =>
  JSON.parse(localStorage.getItem('preferences') ?? '{}') as Record<string, unknown>;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => usePreferences.getState().set({ sound: true, volume: 0.7, shortcuts: true }));

describe('the settings', () => {
  it('have a volume, whose end is silence and keeps the volume for the next time', () => {
    render(<SettingsDialog />);
    const volume = screen.getByRole('slider', { name: 'Volume' });
    fireEvent.change(volume, { target: { value: '40' } });
    expect(storedPreferences()).toMatchObject({ sound: true, volume: 0.4 });
    fireEvent.change(volume, { target: { value: '0' } });
    expect(storedPreferences()).toMatchObject({ sound: false, volume: 0.4 });
    expect(volume).toHaveAttribute('aria-valuetext', 'Off');
  });

  it('play a sample of the volume that was chosen by key, not of one that the keyboard only passes', async () => {
    const user = newUser();
    vi.mocked(play).mockClear();
    render(<SettingsDialog />);
    const volume = screen.getByRole('slider', { name: 'Volume' });
    while (document.activeElement !== volume) await user.tab();
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    await user.tab();
    expect(play).not.toHaveBeenCalled();
    // As an arrow key does, with which jsdom moves no slider.
    fireEvent.change(volume, { target: { value: '75' } });
    fireEvent.keyUp(volume, { key: 'ArrowRight' });
    fireEvent.keyUp(volume, { key: 'Shift' });
    expect(play).toHaveBeenCalledExactlyOnceWith('X');
    fireEvent.pointerUp(volume);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it('keep motion and the confirmation of moves on the device', async () => {
    const user = newUser();
    render(<SettingsDialog />);
    const motion = screen.getByRole('group', { name: 'Motion' });
    await user.click(within(motion).getByRole('radio', { name: 'Reduced' }));
    await user.click(screen.getByRole('switch', { name: 'Confirm moves' }));
    expect(storedPreferences()).toMatchObject({ motion: 'reduced', confirmMove: true });
    usePreferences.getState().set({ motion: 'system', confirmMove: false });
  });

  describe('of vibration', () => {
    afterEach(() => vi.unstubAllGlobals());

    it.each([
      [true, 1],
      [false, 0],
    ])('are there where a touch screen can vibrate: %s', (coarse, count) => {
      vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: coarse }));
      vi.stubGlobal('navigator', { vibrate: () => true });
      render(<SettingsDialog />);
      expect(screen.queryAllByRole('switch', { name: 'Vibration' })).toHaveLength(count);
    });
  });
});

describe('the list of shortcuts', () => {
  it('says what works where, and switches single keys off', async () => {
    const user = newUser();
    render(<ShortcutsDialog />);
    expect(screen.getByRole('region', { name: 'On the board' })).toHaveTextContent('Go from cell to cell');
    expect(screen.getByRole('region', { name: 'In a review' })).toHaveTextContent('First or last move');
    expect(screen.getByText('Sound on or off')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Single-key shortcuts' }));
    expect(storedPreferences()).toMatchObject({ shortcuts: false });
    expect(screen.queryByText('Sound on or off')).toBeNull();
  });
});
