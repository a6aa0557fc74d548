import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './Avatar.tsx';

const picture = (container: HTMLElement) => container.querySelector('img');

it('a picture that does not load is replaced by the initial, until there is another one', () => {
  const { container, rerender } = render(<Avatar name="mina" src="/api/avatars/gone" />);
  fireEvent.error(picture(container)!);
  expect(picture(container)).toBeNull();
  expect(container).toHaveTextContent('M');
  rerender(<Avatar name="mina" src="/api/avatars/new" />);
  expect(picture(container)).toHaveAttribute('src', '/api/avatars/new');
});

it('a picture outside the screen waits, one of the first paint does not', () => {
  const { container, rerender } = render(<Avatar name="mina" src="/api/avatars/a" />);
  expect(picture(container)).toHaveAttribute('loading', 'lazy');
  rerender(<Avatar name="mina" src="/api/avatars/a" eager />);
  expect(picture(container)).toHaveAttribute('loading', 'eager');
});
