import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { splashGone, useSplashGone } from './splash.ts';

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
});
afterEach(() => root.remove());

/** As index.html does. */
const takeAway = () => {
  root.inert = false;
  document.dispatchEvent(new Event('splash-gone'));
};

const Announcement = () => <p>{useSplashGone() ? 'A gift' : 'Nothing yet'}</p>;

it('holds back what would only be said over the page until the splash has gone', async () => {
  root.inert = true;
  render(<Announcement />);
  await act(async () => undefined);
  expect(screen.getByText('Nothing yet')).toBeVisible();
  await act(async () => takeAway());
  expect(screen.getByText('A gift')).toBeVisible();
});

it('holds nothing back where no splash stands', async () => {
  render(<Announcement />);
  expect(screen.getByText('A gift')).toBeVisible();
  await splashGone();
});

it('lets a user who waits go on when the splash goes, and not before', async () => {
  root.inert = true;
  let hasEnded = false;
  const waiting = splashGone().then(() => (hasEnded = true));
  await act(async () => undefined);
  expect(hasEnded).toBe(false);
  takeAway();
  await waiting;
  expect(hasEnded).toBe(true);
});
