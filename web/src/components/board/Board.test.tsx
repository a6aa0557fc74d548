import type { BoardRecord } from '@fifteen/domain';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { expectAccessible } from '@/test/axe.ts';
import { Board, type BoardProps } from './Board.tsx';

beforeAll(startI18n);

function show(props: Partial<BoardProps> = {}) {
  const onMove = vi.fn();
  const all: BoardProps = {
    board: {},
    turn: 'X',
    playable: true,
    lastMove: null,
    winning: null,
    highlightsLines: true,
    description: 'X to move',
    onMove,
    ...props,
  };
  const { container } = render(<Board {...all} />);
  return { onMove, container };
}

const cell = (position: number) => screen.getByRole('button', { name: new RegExp(`^Cell ${position},`) });

describe('the board', () => {
  it('is a grid of three rows with fifteen named buttons, described by whose turn it is', () => {
    show();
    const grid = screen.getByRole('grid', { name: 'Game board' });
    expect(grid).toHaveAccessibleDescription(/^X to move/);
    expect(within(grid).getAllByRole('row')).toHaveLength(3);
    expect(within(grid).getAllByRole('gridcell')).toHaveLength(15);
    expect(
      within(grid)
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label')?.split(',')[0]),
    ).toEqual(Array.from({ length: 15 }, (_, index) => `Cell ${index + 1}`));
  });

  it('says what is in each cell', () => {
    show({ board: { 7: 'X', 1: 'O', 13: 'X' }, lastMove: 13 });
    expect(cell(7)).toHaveAccessibleName('Cell 7, row 2 column 2, X');
    expect(cell(1)).toHaveAccessibleName('Cell 1, row 1 column 1, O');
    expect(cell(13)).toHaveAccessibleName('Cell 13, row 3 column 3, X, last move');
    expect(cell(8)).toHaveAccessibleName('Cell 8, row 2 column 3, empty');
  });

  it('names the winning line', () => {
    show({
      board: { 1: 'X', 6: 'X', 11: 'X', 2: 'O', 3: 'O' },
      turn: null,
      playable: false,
      winning: [1, 6, 11],
    });
    expect(cell(6)).toHaveAccessibleName('Cell 6, row 2 column 1, X, winning line');
    expect(cell(2)).toHaveAccessibleName('Cell 2, row 1 column 2, O');
  });

  it('keeps cell 8 locked, and within reach, until the first move', async () => {
    const { onMove } = show();
    expect(cell(8)).toHaveAccessibleName('Cell 8, row 2 column 3, locked on the first move');
    expect(cell(8)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(cell(8));
    expect(onMove).toHaveBeenCalledWith(8);
  });

  it('is one stop of Tab, and the arrows move within it and stop at its edges', async () => {
    const { onMove } = show();
    await userEvent.tab();
    expect(cell(1)).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
    expect(cell(1)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    expect(cell(7)).toHaveFocus();
    await userEvent.keyboard('{End}{ArrowRight}{ArrowDown}{ArrowDown}');
    expect(cell(15)).toHaveFocus();
    await userEvent.keyboard('{Home}{Enter}');
    expect(onMove).toHaveBeenCalledExactlyOnceWith(11);
    await userEvent.tab();
    expect(document.body).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(cell(11)).toHaveFocus();
  });

  it('can be read, but not played, when it is not your turn', () => {
    show({ playable: false });
    for (const position of [1, 8, 15]) {
      expect(cell(position)).toHaveAttribute('aria-disabled', 'true');
      expect(cell(position)).not.toHaveAttribute('disabled');
    }
  });

  it('ignores presses while it is frozen, by pointer and by keyboard', async () => {
    const { onMove } = show({ frozen: true });
    await userEvent.click(cell(3));
    await userEvent.keyboard('{Enter}');
    expect(cell(3)).toHaveFocus();
    expect(onMove).not.toHaveBeenCalled();
  });

  it.each(['altKey', 'ctrlKey', 'metaKey'])('leaves the arrows with %s to the browser', async (modifier) => {
    show();
    await userEvent.tab();
    // False would mean that the board prevented the default.
    expect(fireEvent.keyDown(cell(1), { key: 'ArrowRight', [modifier]: true })).toBe(true);
    expect(cell(1)).toHaveFocus();
  });

  it('stays left to right in a page that is not', () => {
    const { container } = show();
    expect(container.firstElementChild).toHaveAttribute('dir', 'ltr');
  });

  it.each<[string, BoardRecord, Partial<BoardProps>]>([
    ['empty', {}, {}],
    ['in play', { 7: 'X', 1: 'O' }, { lastMove: 1, playable: false }],
    ['won', { 1: 'X', 6: 'X', 11: 'X', 2: 'O', 3: 'O' }, { turn: null, winning: [1, 6, 11], lastMove: 11 }],
    ['frozen', { 7: 'X' }, { frozen: true }],
  ])('passes axe when it is %s', async (_, board, props) => {
    const { container } = show({ board, ...props });
    await expectAccessible(container);
  });
});
