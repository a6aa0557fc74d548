import type { Position } from '@fifteen/domain';
import { render, screen } from '@testing-library/react';
import { newUser } from '@/test/user.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { GameView } from './GameView.tsx';

const move = vi.fn();

/** A game in which cell 1 is taken and O is to move. */
function game(playable = true) {
  const seat = { name: 'Mina', caption: '', active: false } as const;
  const view = (moves: readonly Position[], gameId = 'g1') => (
    <GameView
      gameId={gameId}
      opponent={{ ...seat, side: 'X' }}
      ownSeat={{ ...seat, side: 'O' }}
      moves={moves}
      board={Object.fromEntries(moves.map((position, ply) => [position, ply % 2 ? 'O' : 'X']))}
      turn="O"
      playable={playable}
      lastMove={null}
      winning={null}
      highlightsLines={false}
      description=""
      onMove={move}
    />
  );
  const { rerender } = render(view([1]));
  return {
    user: newUser(),
    play: (moves: readonly Position[], gameId?: string) => rerender(view(moves, gameId)),
  };
}

const cell = (position: number) => screen.getByRole('button', { name: new RegExp(`^Cell ${position},`) });

beforeAll(startI18n);
beforeEach(() => {
  move.mockReset();
  usePreferences.getState().set({ confirmMove: true, sound: false });
});
afterEach(() => usePreferences.getState().set({ confirmMove: false }));

describe('a move that has to be confirmed', () => {
  it('is played by the second press on its cell', async () => {
    const { user } = game();
    await user.click(cell(7));
    expect(move).not.toHaveBeenCalled();
    expect(cell(7)).toHaveAccessibleName('Cell 7, row 2 column 2, empty, press again to play it');
    await user.click(cell(7));
    expect(move).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('is confirmed by the keyboard as by a finger', async () => {
    const { user } = game();
    cell(7).focus();
    await user.keyboard('{Enter}');
    expect(move).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(move).toHaveBeenCalledExactlyOnceWith(7);
  });

  it('is taken back by another cell, by Escape and by the next move', async () => {
    const { user, play } = game();
    await user.click(cell(7));
    await user.click(cell(9));
    expect(cell(7)).toHaveAccessibleName('Cell 7, row 2 column 2, empty');
    await user.keyboard('{Escape}');
    expect(cell(9)).toHaveAccessibleName('Cell 9, row 2 column 4, empty');
    await user.click(cell(9));
    play([1, 2]);
    expect(cell(9)).toHaveAccessibleName('Cell 9, row 2 column 4, empty');
    expect(move).not.toHaveBeenCalled();
  });

  it('stays chosen at an Escape that closes a panel above the board', async () => {
    const { user } = game();
    await user.click(cell(7));
    document.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    await user.keyboard('{Escape}');
    expect(cell(7)).toHaveAccessibleName('Cell 7, row 2 column 2, empty, press again to play it');
    await user.keyboard('{Escape}');
    expect(cell(7)).toHaveAccessibleName('Cell 7, row 2 column 2, empty');
  });

  it('is taken back by the next game, also at the same number of moves', async () => {
    const { user, play } = game();
    await user.click(cell(7));
    play([2], 'g2');
    expect(cell(7)).toHaveAccessibleName('Cell 7, row 2 column 2, empty');
    await user.click(cell(7));
    expect(move).not.toHaveBeenCalled();
  });

  it('is no question where it is no move: the game says why', async () => {
    const { user } = game();
    await user.click(cell(1));
    expect(move).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('is no question on the turn of the other player', async () => {
    const { user } = game(false);
    await user.click(cell(7));
    expect(move).toHaveBeenCalledExactlyOnceWith(7);
  });
});

it('a move is played at once where the player did not ask for confirmation', async () => {
  usePreferences.getState().set({ confirmMove: false });
  const { user } = game();
  await user.click(cell(7));
  expect(move).toHaveBeenCalledExactlyOnceWith(7);
});
