import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusBoardAfter } from './focus.ts';

const board = (
  <div key="board" data-board>
    <div role="grid" tabIndex={-1}>
      <button tabIndex={-1}>1</button>
      <button tabIndex={0}>2</button>
    </div>
  </div>
);
const popup = (
  <p key="popup" ref={focusBoardAfter}>
    <button>Later</button>
    <input />
  </p>
);
const title = (
  <h1 key="title" tabIndex={-1}>
    Shop
  </h1>
);
const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());

it('moves the focus of a removed popup to the current cell of the board', () => {
  const { rerender } = render([title, board, popup]);
  focus('Later');
  rerender([title, board, popup]);
  expect(screen.getByRole('button', { name: 'Later' })).toHaveFocus();
  rerender([title, board]);
  expect(screen.getByRole('button', { name: '2' })).toHaveFocus();
});

it('moves the focus of a removed text field to the board itself, where no key is a move', () => {
  const { rerender } = render([title, board, popup]);
  act(() => screen.getByRole('textbox').focus());
  rerender([title, board]);
  expect(screen.getByRole('grid')).toHaveFocus();
});

it('moves it to the title of a page without a board', () => {
  const { rerender } = render([title, popup]);
  focus('Later');
  rerender([title]);
  expect(screen.getByRole('heading')).toHaveFocus();
});

it('leaves the focus where it is when it is not in the popup', () => {
  const { rerender } = render([title, board, popup]);
  focus('1');
  rerender([title, board]);
  expect(screen.getByRole('button', { name: '1' })).toHaveFocus();
});
