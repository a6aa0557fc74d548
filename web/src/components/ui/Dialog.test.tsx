import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { clearToasts, toast } from '@/lib/toast.ts';
import { pressBack, watchers, withCloseWatchers } from '@/test/closeWatchers.ts';
import { Dialog } from './Dialog.tsx';
import { Toaster } from './Toaster.tsx';

const onClose = vi.fn();

beforeAll(startI18n);
beforeEach(() => onClose.mockReset());
afterEach(() => {
  clearToasts();
  vi.unstubAllGlobals();
});

/** Presses an element as a mouse does. */
function press(element: Element): void {
  fireEvent.pointerDown(element, { button: 0, pointerType: 'mouse' });
  fireEvent.pointerUp(element, { button: 0, pointerType: 'mouse' });
  fireEvent.click(element);
}

describe('a press outside a dialog', () => {
  beforeEach(async () => {
    render(
      <>
        <Dialog open onClose={onClose} title="Gift" />
        <Toaster />
        <p>Page</p>
      </>,
    );
    act(() => toast({ title: 'Not enough coins', tone: 'error' }));
    // Radix listens to presses after a timer.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1)));
  });

  it('closes it', () => {
    press(screen.getByText('Page'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('leaves it open with its input when it is on a toast', () => {
    press(screen.getByText('Not enough coins'));
    press(within(screen.getByRole('alert')).getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Not enough coins')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('Back on Android', () => {
  withCloseWatchers();

  it('closes the topmost dialog, and leaves the page when there is none', () => {
    const onCardClose = vi.fn();
    const list = <Dialog open onClose={onClose} title="List" />;
    const { rerender } = render(
      <>
        {list}
        <Dialog open onClose={onCardClose} title="Card" />
      </>,
    );
    pressBack();
    expect([onCardClose.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
    rerender(<>{list}</>);
    pressBack();
    expect(onClose).toHaveBeenCalledOnce();
    rerender(<Dialog open={false} onClose={onClose} title="List" />);
    expect(watchers.size).toBe(0);
  });

  it('does not close a dialog that only its own buttons close', () => {
    render(<Dialog open sticky onClose={onClose} title="Search" />);
    expect(watchers.size).toBe(0);
  });
});

it('returns the focus to the board when what opened it has given way to a game', async () => {
  const page = (state: 'before' | 'search' | 'game') => (
    <>
      <h1 tabIndex={-1}>Fifteen</h1>
      {state !== 'game' && <button>Quick match</button>}
      <div data-board>
        <div role="grid" tabIndex={-1} />
      </div>
      <Dialog open={state === 'search'} onClose={onClose} title="Search" />
    </>
  );
  const { rerender } = render(page('before'));
  screen.getByRole('button').focus();
  rerender(page('search'));
  rerender(page('game'));
  await waitFor(() => expect(screen.getByRole('grid')).toHaveFocus());
});
