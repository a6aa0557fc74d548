import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { ThemeChoice } from '../components/ThemeChoice.tsx';

const special = ['halloween', 'christmas', 'summer', 'level_100_frame'];

/** Renders the choice of themes for a player with these unlocked ones. */
async function visit(unlocked: readonly string[]) {
  await startI18n();
  const specialThemes = special.map((id) => ({ id, unlocked: unlocked.includes(id) }));
  vi.stubGlobal('fetch', async () => Response.json({ specialThemes }));
  queryClient.clear();
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeChoice />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
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
      expect(screen.getByRole('radio', { name })).toBeDisabled();
      expect(screen.getByRole('radio', { name })).toHaveAccessibleDescription(way);
    }
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
