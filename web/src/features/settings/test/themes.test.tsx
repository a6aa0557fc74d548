import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { newUser } from '@/test/user.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { startTheme } from '@/lib/state/theme.ts';
import { ThemeDialog, ThemeSettings } from '../components/ThemeChoice.tsx';

const special = ['halloween', 'christmas', 'summer', 'level_100_frame'];

/** Renders the choice of themes for a player with these unlocked ones; null while the server does not answer. */
async function visit(unlocked: readonly string[] | null, page = <ThemeSettings />) {
  await startI18n();
  await loadLaterTexts();
  const specialThemes = special.map((id) => ({ id, unlocked: unlocked?.includes(id) }));
  const pending = new Promise<Response>(() => undefined);
  vi.stubGlobal('fetch', () => (unlocked ? Promise.resolve(Response.json({ specialThemes })) : pending));
  queryClient.clear();
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  return newUser();
}

describe('the themes', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it('are ten, of which four say how they are won', async () => {
    await visit([]);
    expect(screen.getAllByRole('radio')).toHaveLength(10);
    for (const [name, way] of [
      ['Halloween', 'Win ten games in a row'],
      ['Christmas', 'Win twenty games'],
      ['Summer', 'Play a hundred games'],
      ['Level 100 Master', 'Reach level 100'],
    ] as const) {
      await waitFor(() => expect(screen.getByRole('radio', { name })).toHaveAccessibleDescription(way));
      expect(screen.getByRole('radio', { name })).toBeDisabled();
    }
    expect(screen.getByText('Only online games against people count.')).toBeVisible();
  });

  it('are not called locked while it is unknown which were won', async () => {
    await visit(null);
    const halloween = screen.getByRole('radio', { name: 'Halloween' });
    expect(halloween).toHaveAccessibleDescription('Spooky orange and black');
    expect(halloween).toBeDisabled();
    expect(halloween.closest('[data-locked]')).toBeNull();
    expect(screen.getByRole('radio', { name: 'Classic' })).toBeEnabled();
  });

  it('are described in the words of the specification', async () => {
    await visit(special);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Halloween' })).toBeEnabled());
    for (const [name, text] of [
      ['Classic', 'Classic dark'],
      ['Neon', 'Cyberpunk neon glow'],
      ['Autumn', 'Warm autumn colors'],
      ['Minimalist', 'Clean and simple'],
      ['Nature', 'Earth tones'],
      ['Space', 'Deep space adventure'],
      ['Halloween', 'Spooky orange and black'],
      ['Christmas', 'Festive red and green'],
      ['Summer', 'Bright and sunny'],
      ['Level 100 Master', 'Elite golden theme'],
    ] as const)
      expect(screen.getByRole('radio', { name })).toHaveAccessibleDescription(text);
    expect(screen.queryByText(/against people/)).toBeNull();
  });

  it('are said to be earned until all are', async () => {
    await visit(special.slice(1), <ThemeDialog />);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Summer' })).toBeEnabled());
    expect(screen.getByText('Four more are earned by playing.')).toBeVisible();
    cleanup();
    await visit(special, <ThemeDialog />);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Halloween' })).toBeEnabled());
    expect(screen.queryByText('Four more are earned by playing.')).toBeNull();
  });

  it('that were won are equipped like the others, and kept', async () => {
    const user = await visit(['halloween']);
    const halloween = screen.getByRole('radio', { name: 'Halloween' });
    await waitFor(() => expect(halloween).toBeEnabled());
    expect(halloween).toHaveAccessibleDescription('Spooky orange and black');
    expect(screen.getByRole('radio', { name: 'Summer' })).toBeDisabled();
    await user.click(halloween);
    expect(document.documentElement.dataset.theme).toBe('halloween');
    expect(localStorage.getItem('game-theme')).toBe('halloween');
    await user.click(screen.getByRole('radio', { name: 'Classic' }));
  });
});

/** A system in light or dark mode; `become` changes it. */
function systemMode(mode: 'light' | 'dark') {
  const list = Object.assign(new EventTarget(), { matches: mode === 'dark' });
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('color-scheme') ? list : Object.assign(new EventTarget(), { matches: false }),
  );
  return {
    become(next: 'light' | 'dark') {
      list.matches = next === 'dark';
      act(() => void list.dispatchEvent(new Event('change')));
    },
  };
}

describe('an automatic theme', () => {
  const shown = () => document.documentElement.dataset.theme;
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it('follows the system between the present theme and one of the other mode', async () => {
    const system = systemMode('dark');
    const user = await visit([]);
    startTheme();
    await user.click(screen.getByRole('radio', { name: 'Neon' }));
    const automatic = screen.getByRole('switch', { name: 'Automatic' });
    await user.click(automatic);
    expect(screen.getByRole('radio', { name: 'Dark mode' })).toBeChecked();
    expect(shown()).toBe('neon');
    system.become('light');
    expect(shown()).toBe('minimalist');
    expect(localStorage.getItem('auto-theme')).toBe('minimalist neon');

    // Switched off, the theme of the moment stays.
    await user.click(automatic);
    system.become('dark');
    expect(shown()).toBe('minimalist');
    expect(localStorage.getItem('auto-theme')).toBeNull();
  });

  it('takes a theme of its own for the other mode, without changing the screen', async () => {
    const system = systemMode('dark');
    const user = await visit([]);
    startTheme();
    await user.click(screen.getByRole('radio', { name: 'Classic' }));
    await user.click(screen.getByRole('switch', { name: 'Automatic' }));
    await user.click(screen.getByRole('radio', { name: 'Light mode' }));
    await user.click(screen.getByRole('radio', { name: 'Nature' }));
    expect(shown()).toBe('default');
    system.become('light');
    expect(shown()).toBe('nature');
    await user.click(screen.getByRole('switch', { name: 'Automatic' }));
  });
});
