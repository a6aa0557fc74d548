import { act, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { expect, it, vi } from 'vitest';
import { startI18n } from './i18n/i18n.ts';
import { forgetFailures, lazyComponent } from './lazyComponent.ts';
import { OptionalPart } from './OptionalPart.tsx';
import { clearToasts, useToast } from './toast.ts';

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

it.each([
  [true, 'Error', 'This could not be loaded. Please reload the page.'],
  [false, 'Connection Error', 'Network error. Please check your internet connection and try again.'],
])(
  'leaves the page as it is when an optional part cannot be fetched, and fetches it when it is opened again; network: %s',
  async (hasNetwork, title, description) => {
    await startI18n();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(hasNetwork);
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let online = false;
    const Panel = lazyComponent(async () => {
      if (!online) throw new TypeError('Importing a module script failed.');
      return () => <p>Panel</p>;
    });
    function Page() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <button onClick={() => setOpen(true)}>Open</button>
          <OptionalPart subject={isOpen} onFailure={() => setOpen(false)}>
            {isOpen && <Panel />}
          </OptionalPart>
        </>
      );
    }
    render(<Page />);
    const open = () => act(async () => screen.getByRole('button').click());
    await open();
    expect(screen.getByRole('progressbar', { name: 'Loading...' })).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(useToast.getState().current).toMatchObject({ title, description });
    online = true;
    await open();
    expect(screen.getByText('Panel')).toBeVisible();
    clearToasts();
    vi.restoreAllMocks();
    vi.useRealTimers();
  },
);
