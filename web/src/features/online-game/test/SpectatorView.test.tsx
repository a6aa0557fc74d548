import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { Around } from '@/test/Around.tsx';
import { celebrate } from '@/components/game-view/confetti.ts';
import { OnlineResult } from '../components/OnlineResult.tsx';
import { SpectatorView } from '../components/SpectatorView.tsx';
import { onlineGameHandlers, useOnlineGame } from '../model/store.ts';
import { DRAW, gameAfter, player, resultOf, WIN_FOR_O } from '@/test/onlineGames.ts';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
vi.mock('@/components/game-view/confetti.ts', () => ({ celebrate: vi.fn() }));

const unlocked = (achievementType: string, icon: string) => ({
  ...{ id: achievementType, achievementType, icon, achievementName: '', description: '' },
  unlockedAt: '2026-11-20T12:00:00Z',
});
const clara = {
  ...player('clara', 'Clara'),
  achievements: [unlocked('first_win', '🏆'), unlocked('champion', '🏅')],
};
const watched = (moves: readonly number[]) => gameAfter(moves, { playerXId: 'clara', playerXInfo: clara });

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
  await import('@/components/achievements/SmallMedal.tsx');
  Element.prototype.scrollIntoView = vi.fn();
});

describe('a watched game', () => {
  it('comes into view, names the last move by its cell, and ends with the result, its line and confetti', async () => {
    vi.useFakeTimers();
    useOnlineGame.getState().enter('me');
    const findMatch = vi.fn();
    render(
      <Around>
        <SpectatorView onLeave={() => undefined} />
        <OnlineResult rematch={null} canRematch={false} review={null} onFindMatch={findMatch} />
      </Around>,
    );
    expect(Element.prototype.scrollIntoView).not.toHaveBeenCalled();
    act(() => onlineGameHandlers.joined(watched(WIN_FOR_O.slice(0, -1))));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce();
    expect(screen.getByText('Clara played X on 15.')).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(document.querySelector('[data-achievement]')).toHaveAttribute('data-achievement', 'champion');
    act(() => onlineGameHandlers.over(resultOf(watched(WIN_FOR_O))));
    await act(() => vi.advanceTimersByTimeAsync(700));
    vi.useRealTimers();
    const dialog = screen.getByRole('dialog', { name: 'Yusuf wins!' });
    expect(dialog).toHaveAccessibleDescription('Three in column 4: 4-9-14');
    expect(celebrate).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Play Again' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'View board' }));
    expect(screen.getByText('Yusuf won. Three in column 4: 4-9-14')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Result' }));
    const action = screen.getByRole('button', { name: 'Find another match' });
    expect(action).toHaveFocus();
    fireEvent.click(action);
    expect(findMatch).toHaveBeenCalledOnce();
  });

  it('for coins that is drawn returns no bet to a spectator', async () => {
    vi.useFakeTimers();
    useOnlineGame.getState().enter('me');
    render(
      <Around>
        <OnlineResult rematch={null} canRematch={false} review={null} onFindMatch={() => undefined} />
      </Around>,
    );
    act(() => onlineGameHandlers.joined({ ...watched(DRAW.slice(0, -1)), id: 'g2' }));
    act(() => onlineGameHandlers.over(resultOf({ ...watched(DRAW), id: 'g2' })));
    await act(() => vi.advanceTimersByTimeAsync(700));
    vi.useRealTimers();
    expect(screen.getByRole('dialog', { name: 'Draw' })).toBeVisible();
    expect(screen.queryByText('Your bet has been returned')).toBeNull();
  });

  it('that a player left names the winner at their seat', () => {
    useOnlineGame.getState().enter('me');
    render(
      <Around>
        <SpectatorView onLeave={() => undefined} />
      </Around>,
    );
    act(() => onlineGameHandlers.joined({ ...watched([1]), id: 'g3' }));
    const left = { ...watched([1]), id: 'g3', status: 'abandoned', winner: 'X', version: 2 } as const;
    act(() => onlineGameHandlers.updated(left));
    expect(document.querySelector('div[data-side=X]')).toHaveTextContent('Winner');
    expect(document.querySelector('div[data-side=O]')).toHaveTextContent('Game over');
  });
});
