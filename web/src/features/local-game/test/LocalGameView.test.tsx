import type { User } from '@fifteen/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveRegions } from '@/lib/a11y/LiveRegions.tsx';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { api } from '@/lib/api.ts';
import { ApiError } from '@/lib/apiError.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { celebrate } from '@/components/game-view/confetti.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { dismissToast, useToast } from '@/lib/toast.ts';
import { Around } from '@/test/Around.tsx';
import { Toaster } from '@/components/ui/Toaster.tsx';
import { parse } from '../model/localGame.ts';
import { useLocalGame } from '../model/store.ts';
import { DiscardQuestion } from '../components/DiscardQuestion.tsx';
import { LocalGameView } from '../components/LocalGameView.tsx';
import { LocalResult } from '../components/LocalResult.tsx';
import { advanceTime } from '@/test/advanceTime.ts';

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
/** By its number: queries by name are slow; Board.test.tsx tests the names. */
const cell = (position: number) => document.querySelector(`[data-cell="${position}"]`) as HTMLElement;
const press = (position: number) => fireEvent.click(cell(position));

vi.mock(import('@/components/game-view/confetti.ts'), () => ({ celebrate: vi.fn(() => () => undefined) }));

beforeAll(async () => {
  await startI18n();
  // Fetched lazily in the app; here before the clock is stopped.
  await import('../model/levels.ts');
  await import('../model/award.ts');
  await import('../components/DiscardDialog.tsx');
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => {
  vi.useFakeTimers();
  Element.prototype.scrollIntoView = vi.fn();
  vi.mocked(celebrate).mockClear();
  becomeUser(user);
  localStorage.clear();
  usePreferences.getState().set({ difficulty: 'medium', sound: false });
});
afterEach(() => vi.useRealTimers());

function sitDown(mode: 'ai' | 'pass-play') {
  useLocalGame.getState().start(mode);
  render(
    <Around>
      <LocalGameView user={user} />
      <LocalResult user={user} review={null} />
      <DiscardQuestion />
      <Toaster />
      <LiveRegions />
    </Around>,
  );
}

describe('a game on this device', () => {
  it('lets the computer answer after a second, and says both moves', async () => {
    sitDown('ai');
    press(1);
    expect(screen.getByText('Mina').parentElement?.parentElement).toHaveTextContent('Waiting');
    expect(screen.getByText(/You played X on 1\. Cell 8 is open\. Lyra to move/)).toBeInTheDocument();
    await advanceTime(999);
    expect(useLocalGame.getState().game.state.moves).toHaveLength(1);
    await advanceTime(1);
    expect(useLocalGame.getState().game.state.moves).toHaveLength(2);
    expect(screen.getByText(/Lyra played O on \d+\. Your turn/)).toBeInTheDocument();
  });

  it('rejects the locked cell, a taken one and a move out of turn, and says why', async () => {
    sitDown('ai');
    press(8);
    expect(screen.getByText('Position 8 is locked on the first move')).toBeInTheDocument();
    press(1);
    press(2);
    expect(screen.getByText('Waiting for Lyra to make a move')).toBeInTheDocument();
    await advanceTime(1000);
    press(1);
    expect(screen.getByText('Position already occupied')).toBeInTheDocument();
  });

  it('reports a win after 1.5 s by the name of its line, and counts 2-1 to the next game', async () => {
    sitDown('pass-play');
    for (const position of [11, 1, 12, 2, 13, 3, 14]) press(position);
    expect(screen.getByText('Player X won. Four in the bottom row: 11-12-13-14')).toBeInTheDocument();
    await advanceTime(1499);
    expect(screen.queryByRole('dialog')).toBeNull();
    await advanceTime(1);
    const dialog = screen.getByRole('dialog', { name: 'Mina wins!' });
    expect(dialog).toHaveAccessibleDescription('Four in the bottom row: 11-12-13-14');
    fireEvent.click(screen.getByRole('button', { name: 'Play Again' }));
    const overlay = screen.getByText('Starting new game...', { selector: 'p' }).parentElement;
    expect(overlay).toHaveTextContent('2');
    expect(screen.getAllByText('Starting new game...', { selector: '[aria-live]' })).toHaveLength(1);
    await advanceTime(1000);
    expect(overlay).toHaveTextContent('1');
    await advanceTime(1000);
    expect(useLocalGame.getState().game).toMatchObject({ phase: 'turn', state: { moves: [] } });
  });

  it('explains a near miss in words and on the board, for a while and once on this device', async () => {
    const near = () => document.querySelectorAll('.nearCell').length;
    sitDown('pass-play');
    for (const position of [1, 6, 2, 7, 3]) press(position);
    expect(screen.getByText(/Here you need four/)).toBeInTheDocument();
    expect(near()).toBe(3);
    expect(localStorage.getItem('hints')).toBe('edge-row');
    await advanceTime(7000);
    expect(near()).toBe(0);
    act(() => useLocalGame.getState().start('pass-play'));
    for (const position of [11, 6, 12, 7, 13]) press(position);
    expect(near()).toBe(0);
  });

  it('no longer points out what only looked like a line when the line is whole', () => {
    sitDown('pass-play');
    for (const position of [1, 6, 2, 7, 3, 8]) press(position);
    expect(document.querySelectorAll('.nearCell')).toHaveLength(3);
    press(4);
    expect(document.querySelectorAll('.nearCell')).toHaveLength(0);
  });

  it('keeps a game that ended, to be looked at again', async () => {
    sitDown('pass-play');
    for (const position of [1, 2, 6, 7, 11]) press(position);
    await advanceTime(1500);
    const { id } = useLocalGame.getState().game;
    expect(JSON.parse(localStorage.getItem('localGames') ?? '')).toMatchObject([
      { id, mode: 'pass-play', moves: [1, 2, 6, 7, 11] },
    ]);
  });

  it('claims the reward for a win against the computer with the whole game, once', async () => {
    const award = vi.spyOn(api.coins, 'award').mockResolvedValue({ coins: 1100 });
    sitDown('ai');
    const { game } = useLocalGame.getState();
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
    usePreferences.getState().set({ difficulty: 'easy' });
    act(() => useLocalGame.getState().start('ai'));
    for (const position of [1, 6, 11]) {
      press(position);
      await advanceTime(1000);
    }
    await advanceTime(1500);
    expect(award).toHaveBeenCalledTimes(1);
    const { id, state } = useLocalGame.getState().game;
    expect(id).not.toBe(game.id);
    expect(award.mock.lastCall?.[0]).toMatchObject({
      body: { userId: 'u1', amount: 100, game: { id, difficulty: 'easy', moves: state.moves } },
      idempotencyKey: id,
    });
    random.mockRestore();
    award.mockRestore();
  });
});

describe('around a game on this device', () => {
  it('takes the frames of a near miss off the board together with their explanation', () => {
    sitDown('pass-play');
    for (const position of [1, 6, 2, 7, 3]) press(position);
    expect(document.querySelectorAll('.nearCell')).toHaveLength(3);
    act(() => dismissToast(useToast.getState().current?.id ?? 0));
    expect(document.querySelectorAll('.nearCell')).toHaveLength(0);
  });

  it('closes the own profile at the end, and offers a new game once the result was closed', async () => {
    sitDown('pass-play');
    for (const position of [1, 2, 6, 7]) press(position);
    act(() => usePlayerCard.getState().open(user.id));
    press(11);
    expect(usePlayerCard.getState()).toMatchObject({ userId: null });
    await advanceTime(1500);
    expect(celebrate).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'View board' }));
    fireEvent.click(screen.getByRole('button', { name: 'New game' }));
    expect(useLocalGame.getState().game.state.moves).toEqual([]);
  });

  it('throws no confetti for a defeat by the computer', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
    usePreferences.getState().set({ difficulty: 'easy' });
    sitDown('ai');
    for (const position of [1, 2, 6, 7]) {
      press(position);
      await advanceTime(1000);
    }
    await advanceTime(1500);
    expect(screen.getByRole('dialog', { name: 'Defeat' })).toBeInTheDocument();
    expect(celebrate).not.toHaveBeenCalled();
    random.mockRestore();
  });
});

describe('a game that is discarded', () => {
  /** Wins in column 1 against a computer that plays badly, before the report. */
  async function winAtEasy() {
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    usePreferences.getState().set({ difficulty: 'easy' });
    sitDown('ai');
    for (const position of [1, 6, 11]) {
      press(position);
      if (position !== 11) await advanceTime(1000);
    }
    expect(useLocalGame.getState().game).toMatchObject({ phase: 'over', own: 'X' });
    return useLocalGame.getState().game.id;
  }

  it.each([
    ['Reset', () => fireEvent.click(screen.getByRole('button', { name: 'Reset' }))],
    ['another mode', () => act(() => useLocalGame.getState().start('pass-play'))],
    ['leaving the page', () => cleanup()],
  ])('claims and records a win although %s comes before its report', async (_, discard) => {
    const award = vi.spyOn(api.coins, 'award').mockResolvedValue({ coins: 1100 });
    const id = await winAtEasy();
    discard();
    await advanceTime(0);
    expect(award).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ idempotencyKey: id }));
    expect(localStorage.getItem('localGames')).toContain(id);
    await advanceTime(3000);
    expect(award).toHaveBeenCalledOnce();
    expect(localStorage.getItem('pendingAwards')).toBeNull();
    vi.restoreAllMocks();
  });

  it('claims a win again after a reload that no answer came before, and only once at a time', async () => {
    const award = vi.spyOn(api.coins, 'award').mockRejectedValue(ApiError.unanswered('NETWORK', null));
    const id = await winAtEasy();
    expect(parse(localStorage.getItem('currentGameState'))).toMatchObject({ id, phase: 'over' });
    await advanceTime(1500);
    expect(award).toHaveBeenCalledOnce();
    cleanup();
    award.mockResolvedValue({ coins: 1100 });
    sitDown('ai');
    await advanceTime(0);
    expect(award).toHaveBeenCalledTimes(2);
    cleanup();
    sitDown('ai');
    await advanceTime(0);
    expect(award).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });

  it('asks before another difficulty discards a running game', async () => {
    const then = vi.fn();
    sitDown('pass-play');
    act(() => useLocalGame.getState().discardFor(then));
    expect(then).toHaveBeenCalledOnce();
    press(1);
    act(() => useLocalGame.getState().discardFor(then));
    expect(then).toHaveBeenCalledOnce();
    await advanceTime(0);
    fireEvent.click(screen.getByRole('button', { name: 'Keep playing' }));
    expect(useLocalGame.getState().game.state.moves).toEqual([1]);
    act(() => useLocalGame.getState().discardFor(then));
    await advanceTime(0);
    fireEvent.click(screen.getByRole('button', { name: 'Discard game' }));
    expect(then).toHaveBeenCalledTimes(2);
  });
});
