import { linesThrough, type Position, POSITIONS } from '@fifteen/domain';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { Board } from './Board.tsx';

const onMove = vi.fn();
const cell = (position: Position) => document.querySelector(`[data-cell="${position}"]`) as HTMLElement;
const lit = () => document.querySelectorAll('.highlight').length;

function showBoard(highlightsLines: boolean) {
  return render(
    <Board
      board={{}}
      turn="X"
      playable
      lastMove={null}
      winning={null}
      highlightsLines={highlightsLines}
      description=""
      onMove={onMove}
    />,
  );
}

beforeAll(startI18n);
beforeEach(() => {
  usePreferences.getState().set({ sound: false });
  onMove.mockClear();
});
afterEach(() => vi.useRealTimers());

it('lights the lines through the cell that is pointed at, each kind in its own dashes', () => {
  showBoard(true);
  for (const position of POSITIONS) {
    fireEvent.pointerEnter(cell(position), { pointerType: 'mouse' });
    expect(lit()).toBe(linesThrough(position).length);
  }
  fireEvent.pointerEnter(cell(8), { pointerType: 'mouse' });
  const kinds = [...document.querySelectorAll('.highlight')].map((line) => line.classList[1]);
  expect(kinds).toEqual(['horizontal', 'vertical', 'diagonal', 'diagonal']);
});

it('describes the lines to screen readers', () => {
  showBoard(true);
  expect(cell(5)).toHaveAccessibleDescription('2 lines: 2-3-4-5, 5-10-15');
  expect(cell(8)).toHaveAccessibleDescription('4 lines: 6-7-8-9-10, 3-8-13, 2-8-14, 4-8-12');
});

it('is silent and dark when it is off', () => {
  showBoard(false);
  fireEvent.pointerEnter(cell(8), { pointerType: 'mouse' });
  expect(lit()).toBe(0);
  expect(cell(8)).not.toHaveAccessibleDescription();
});

it('a finger lights the lines by resting, and lifting it is no move', () => {
  vi.useFakeTimers();
  showBoard(true);
  const touch = { pointerType: 'touch' };
  fireEvent.pointerDown(cell(7), touch);
  act(() => vi.advanceTimersByTime(440));
  expect(lit()).toBe(0);
  act(() => vi.advanceTimersByTime(20));
  expect(lit()).toBe(4);
  fireEvent.pointerUp(cell(7), touch);
  fireEvent.click(cell(7), { detail: 1 });
  expect(lit()).toBe(0);
  expect(onMove).not.toHaveBeenCalled();

  fireEvent.pointerDown(cell(7), touch);
  fireEvent.pointerUp(cell(7), touch);
  fireEvent.click(cell(7), { detail: 1 });
  expect(onMove).toHaveBeenCalledWith(7);
});

it('the keyboard presses whatever a finger did before', () => {
  vi.useFakeTimers();
  showBoard(true);
  fireEvent.pointerDown(cell(7), { pointerType: 'touch' });
  act(() => vi.advanceTimersByTime(500));
  fireEvent.pointerUp(cell(7), { pointerType: 'touch' });
  fireEvent.click(cell(7), { detail: 0 });
  expect(onMove).toHaveBeenCalledWith(7);
});

it('goes dark with the move of a pointer that rests on its cell', () => {
  const props = {
    turn: 'X',
    playable: true,
    lastMove: null,
    winning: null,
    highlightsLines: true,
    description: '',
  } as const;
  const { rerender } = render(<Board {...props} board={{}} onMove={onMove} />);
  fireEvent.pointerEnter(cell(7), { pointerType: 'mouse' });
  expect(lit()).toBe(4);
  rerender(<Board {...props} turn="O" board={{ 7: 'X' }} onMove={onMove} />);
  expect(lit()).toBe(0);
  fireEvent.pointerEnter(cell(5), { pointerType: 'mouse' });
  expect(lit()).toBe(2);
});

it('the locked cell has lines too', () => {
  showBoard(true);
  expect(screen.getByRole('button', { name: /locked/ })).toHaveAccessibleDescription(/^4 lines/);
});
