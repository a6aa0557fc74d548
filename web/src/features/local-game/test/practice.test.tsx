import type { User } from '@fifteen/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Around } from '@/test/Around.tsx';
import { ComputerSetup } from '../components/ComputerSetup.tsx';
import { DiscardQuestion } from '../components/DiscardQuestion.tsx';
import { LocalGameView } from '../components/LocalGameView.tsx';
import { LocalResult } from '../components/LocalResult.tsx';
import { bestMove } from '../model/computer.ts';
import { useLocalGame } from '../model/store.ts';
import { advanceTime } from '@/test/advanceTime.ts';

// jsdom has no workers; the solver's answers are tested in its package, the worker in e2e/local-play.spec.ts.
vi.mock(import('../model/computer.ts'), async (load) => ({
  ...(await load()),
  bestMove: vi.fn(async () => ({ position: 7, value: 'win' }) as const),
}));

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
const press = (position: number) =>
  fireEvent.click(document.querySelector(`[data-cell="${position}"]`) as HTMLElement);
const action = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(action(name));
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const moves = () => useLocalGame.getState().game.state.moves;
const award = vi.spyOn(api.coins, 'award');

beforeAll(async () => {
  await startI18n();
  // Fetched lazily in the app; here before the clock is stopped.
  await import('../model/levels.ts');
  await import('../model/award.ts');
  await import('../components/HelpDialog.tsx');
  await import('../components/DiscardDialog.tsx');
  await import('@/components/board/BestMoves.tsx');
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  award.mockReset().mockResolvedValue({ coins: 1100 });
  usePreferences.getState().set({ difficulty: 'easy', side: 'X', sound: false });
  useLocalGame.getState().start('ai');
  render(
    <Around>
      <LocalGameView user={user} />
      <LocalResult user={user} review={null} />
      <ComputerSetup />
      <DiscardQuestion />
    </Around>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('help against the computer', () => {
  it('says that the game will earn no coins before it is given, and gives none when that is declined', async () => {
    click('Hint');
    await advanceTime(0);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/earns no coins/);
    click('Cancel');
    expect(bestMove).not.toHaveBeenCalled();
    expect(screen.getByText('A win as X without help earns 100 coins.')).toBeVisible();
  });

  it('points out a move until the next one, and asks only once in a game', async () => {
    click('Hint');
    await advanceTime(0);
    click('Show hint');
    await advanceTime(0);
    expect(screen.getAllByText('Cell 7 wins')[0]).toBeVisible();
    expect(screen.getByText('You used help: this game earns no coins.')).toBeVisible();
    press(7);
    expect(document.querySelector('[data-board] [data-side=X] circle')).toBeNull();
    await advanceTime(1000);
    click('Hint');
    await advanceTime(0);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByText('Cell 7 wins')[0]).toBeVisible();
  });

  it('still asks after the computer has replied, and takes back both moves', async () => {
    press(2);
    click('Take back');
    await advanceTime(1000);
    expect(moves()).toHaveLength(2);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/earns no coins/);
    fireEvent.click(screen.getAllByRole('button', { name: 'Take back' }).at(-1) as HTMLElement);
    expect(moves()).toEqual([]);
  });

  it('takes a move back, and a win is then not paid', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
    expect(action('Take back')).toHaveAttribute('aria-disabled', 'true');
    press(2);
    await advanceTime(1000);
    click('Take back');
    await advanceTime(0);
    fireEvent.click(screen.getAllByRole('button', { name: 'Take back' }).at(-1) as HTMLElement);
    expect(moves()).toEqual([]);
    for (const position of [1, 6, 11]) {
      press(position);
      await advanceTime(1000);
    }
    await advanceTime(1500);
    expect(screen.getByRole('dialog', { name: 'Victory!' })).toBeVisible();
    expect(award).not.toHaveBeenCalled();
    random.mockRestore();
  });
});

// A browser takes the focus from a disabled button.
it('keeps an action that is useless now focusable, and ignores its presses', async () => {
  press(2);
  expect(action('Hint')).toBeEnabled();
  expect(action('Hint')).toHaveAttribute('aria-disabled', 'true');
  click('Hint');
  await advanceTime(0);
  expect(screen.queryByRole('dialog')).toBeNull();
  click('Reset');
  act(() => useLocalGame.getState().answerDiscard(true));
  expect(moves()).toEqual([]);
  const { id } = useLocalGame.getState().game;
  for (const name of ['Reset', 'Take back']) {
    expect(action(name)).toBeEnabled();
    expect(action(name)).toHaveAttribute('aria-disabled', 'true');
    click(name);
  }
  expect(useLocalGame.getState().game.id).toBe(id);
});

describe('the side of the player', () => {
  it('is O where that was chosen: the computer begins, and a win is not paid', async () => {
    choose('O');
    expect(screen.getByText('You play O: only wins as X earn coins.')).toBeVisible();
    press(1);
    expect(moves()).toEqual([]);
    await advanceTime(1000);
    expect(moves()).toHaveLength(1);
    expect(screen.getByText('Your turn')).toBeVisible();
  });

  it('changes after each finished game where the players take turns', async () => {
    choose('In turns');
    expect(useLocalGame.getState().game.own).toBe('X');
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
    for (const position of [1, 6, 11]) {
      press(position);
      await advanceTime(1000);
    }
    await advanceTime(1500);
    click('Play Again');
    await advanceTime(2000);
    expect(useLocalGame.getState().game).toMatchObject({ own: 'O', phase: 'thinking' });
    random.mockRestore();
  });

  it('is not changed in a running game without a question', async () => {
    press(1);
    choose('O');
    await advanceTime(0);
    expect(screen.getByRole('dialog', { name: 'Leave this game?' })).toBeVisible();
    click('Keep playing');
    expect(moves()).toEqual([1]);
    expect(screen.getByRole('radio', { name: 'X' })).toBeChecked();
  });
});
