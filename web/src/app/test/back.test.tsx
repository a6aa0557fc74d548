import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ResultPanel } from '@/components/game-view/ResultPanel.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { Menu } from '@/components/ui/Menu.tsx';
import { ActionPanel } from '@/features/online-game/components/ActionPanel.tsx';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { pressBack, watchers, withCloseWatchers } from '@/test/closeWatchers.ts';

function Closable({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen && children(() => setOpen(false));
}

const result = (close: () => void) => (
  <ResultPanel
    isFirst
    tone="won"
    title="Victory!"
    description=""
    winner="X"
    festive={false}
    actions={<Button>Rematch</Button>}
    onClose={close}
  />
);
const panel = (close: () => void) => (
  <ActionPanel title="Chat" className="" onClose={close}>
    <button type="button">Hello</button>
  </ActionPanel>
);

beforeAll(startI18n);
afterEach(() => vi.unstubAllGlobals());

describe('Back on Android', () => {
  withCloseWatchers();

  it.each([
    ['the result of a game', 'dialog', <Closable key="">{result}</Closable>],
    ['a panel of the game', 'region', <Closable key="">{panel}</Closable>],
    [
      'a menu',
      'menu',
      <Menu key="" dir="ltr" defaultOpen trigger={<Button>Menu</Button>}>
        Theme
      </Menu>,
    ],
  ])('closes %s, and leaves the page after that', (_, role, element) => {
    render(element);
    expect(screen.getByRole(role)).toBeInTheDocument();
    pressBack();
    expect(screen.queryByRole(role)).toBeNull();
    expect(watchers.size).toBe(0);
  });

  it('closes a dialog before the result that has opened below it', () => {
    const dialog = (
      <Closable key="dialog">{(close) => <Dialog open title="Card" onClose={close} />}</Closable>
    );
    const { rerender } = render([dialog]);
    rerender([dialog, <Closable key="result">{result}</Closable>]);
    pressBack();
    expect(screen.getByRole('dialog')).toBe(screen.getByRole('dialog', { name: 'Victory!' }));
    pressBack();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(watchers.size).toBe(0);
  });

  it('closes what has the focus and takes Escape for itself, as a chat above the result', () => {
    const chat = (close: () => void) => (
      <input
        aria-label="Message"
        onKeyDown={(event) => {
          event.stopPropagation();
          close();
        }}
      />
    );
    render(
      <>
        <Closable>{result}</Closable>
        <Closable>{chat}</Closable>
      </>,
    );
    act(() => screen.getByLabelText('Message').focus());
    pressBack();
    expect(screen.queryByLabelText('Message')).toBeNull();
    expect(screen.getByText('Victory!')).toBeInTheDocument();
  });

  it('closes nothing below a dialog that only its own buttons close', () => {
    render(
      <>
        <Closable>{result}</Closable>
        <Dialog open sticky title="Search" onClose={() => undefined} />
      </>,
    );
    pressBack();
    expect(screen.getByText('Victory!')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeVisible();
  });

  it('and Escape close the panel above a result first: the browser passes Escape to the topmost watcher', () => {
    render(
      <>
        <Closable>{result}</Closable>
        <Closable>{panel}</Closable>
      </>,
    );
    // Not prevented, the browser would close the result as well.
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Victory!' })).toBeVisible();
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
