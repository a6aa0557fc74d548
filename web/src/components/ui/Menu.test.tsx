import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clearScreen } from '@/lib/state/screen.ts';
import { Menu } from './Menu.tsx';

it('closes when a game starts, so that the board can be seen', () => {
  render(
    <Menu trigger={<button type="button">Menu</button>} defaultOpen dir="ltr">
      Theme
    </Menu>,
  );
  expect(screen.getByRole('menu')).toBeVisible();
  act(clearScreen);
  expect(screen.queryByRole('menu')).toBeNull();
});
