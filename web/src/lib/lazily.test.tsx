import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazily } from './lazily.ts';

it('fetches again what could not be fetched at once', async () => {
  const load = vi.fn(async () => () => <p>Here</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Piece = lazily(load);
  render(
    <Suspense>
      <Piece />
    </Suspense>,
  );
  expect(await screen.findByText('Here')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('shows at once what is there already', async () => {
  const Piece = lazily(async () => () => <p>Here</p>);
  await Piece.fetch();
  render(
    <Suspense fallback={<p>Wait</p>}>
      <Piece />
    </Suspense>,
  );
  expect(screen.getByText('Here')).toBeVisible();
  expect(screen.queryByText('Wait')).toBeNull();
});
