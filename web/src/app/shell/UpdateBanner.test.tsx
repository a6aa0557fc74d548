import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { newUser } from '@/test/user.ts';
import { useUpdate } from './serviceWorker.ts';
import { UpdateBanner } from './UpdateBanner.tsx';

beforeAll(startI18n);
beforeEach(() => {
  useUpdate.setState({ state: 'ready' });
  render(
    <>
      <h1 tabIndex={-1}>Fifteen</h1>
      <UpdateBanner />
    </>,
  );
});
afterEach(() => {
  useUpdate.setState({ state: 'none' });
  sessionStorage.clear();
});

it('leaves the focus at the title of the page when the offer is put off', async () => {
  const user = newUser();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Later' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
  expect(screen.getByRole('heading')).toHaveFocus();
});

it('cannot be pressed while it fades out', () => {
  const banner = screen.getByRole('button', { name: 'Update' }).parentElement;
  expect(banner).not.toHaveAttribute('inert');
  act(() => useUpdate.setState({ state: 'leaving' }));
  expect(banner).toHaveAttribute('inert');
});
