import type { User } from '@fifteen/contract';
import { fromMoves } from '@fifteen/domain';
import { render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { flyCoins } from '@/components/game-view/coinFlight.ts';
import { celebrate } from '@/components/game-view/confetti.ts';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { Around } from '@/test/Around.tsx';
import { usePaidAward } from '../model/paidAward.ts';
import { useLocalGame } from '../model/store.ts';
import { LocalResult } from '../components/LocalResult.tsx';

vi.mock(import('@/components/game-view/confetti.ts'), () => ({ celebrate: vi.fn(() => () => undefined) }));
vi.mock(import('@/components/game-view/coinFlight.ts'), () => ({ flyCoins: vi.fn(() => () => undefined) }));

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
const WON_BY_X = [1, 2, 7, 3, 13];

beforeAll(startI18n);
beforeEach(() => {
  vi.mocked(celebrate).mockClear();
  vi.mocked(flyCoins).mockClear();
});

/** Wins a game, for which coins are paid. */
function win(): void {
  useLocalGame.getState().start('ai');
  const { game } = useLocalGame.getState();
  useLocalGame.setState({
    game: { ...game, own: 'X', state: fromMoves(WON_BY_X), phase: 'resultShown' },
  });
  usePaidAward.setState({ gameId: game.id });
}

const showPage = () =>
  render(
    <Around>
      <LocalResult user={user} review={null} />
    </Around>,
  );

it('celebrates a win once, not again when the player returns to its result from another page', () => {
  win();
  showPage().unmount();
  expect(celebrate).toHaveBeenCalledOnce();
  expect(flyCoins).toHaveBeenCalledOnce();
  showPage();
  expect(screen.getByRole('dialog', { name: 'Victory!' })).toBeVisible();
  expect(screen.getByRole('dialog')).not.toContainElement(document.activeElement as HTMLElement);
  expect(celebrate).toHaveBeenCalledOnce();
  expect(flyCoins).toHaveBeenCalledOnce();
});

it('celebrates the next win, too', () => {
  win();
  showPage().unmount();
  win();
  showPage();
  expect(celebrate).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('button', { name: 'Play Again' })).toHaveFocus();
});
