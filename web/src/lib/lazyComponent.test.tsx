import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { expect, it, vi } from 'vitest';
import { forgetFailures, lazyComponent } from './lazyComponent.ts';

it('fetches again what could not be fetched at once', async () => {
  const load = vi.fn(async () => () => <p>Here</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Piece = lazyComponent(load);
  render(
    <Suspense>
      <Piece />
    </Suspense>,
  );
  expect(await screen.findByText('Here')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('can be tried again when it could not be fetched at all', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let online = false;
  const Piece = lazyComponent(async () => {
    if (!online) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>Here</p>;
  });
  render(
    <ErrorBoundary
      onReset={forgetFailures}
      fallbackRender={({ resetErrorBoundary }) => <button onClick={resetErrorBoundary}>Again</button>}
    >
      <Suspense>
        <Piece />
      </Suspense>
    </ErrorBoundary>,
  );
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  online = true;
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByText('Here')).toBeVisible();
  vi.useRealTimers();
});

it('shows at once what is there already', async () => {
  const Piece = lazyComponent(async () => () => <p>Here</p>);
  await Piece.fetch();
  render(
    <Suspense fallback={<p>Wait</p>}>
      <Piece />
    </Suspense>,
  );
  expect(screen.getByText('Here')).toBeVisible();
  expect(screen.queryByText('Wait')).toBeNull();
});
