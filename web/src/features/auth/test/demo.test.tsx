import { LINES, replay } from '@fifteen/domain';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { useMotion } from '@/lib/state/motion.ts';
import { Demo } from '../components/Demo.tsx';
import { demoGames } from '../model/demo.ts';
import { advanceTime } from '@/test/advanceTime.ts';

/** Pieces on the small board. */
const pieces = () => document.querySelectorAll('g > path, g > circle').length;

let hidden = false;
function turnPage(out: boolean): void {
  hidden = out;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeAll(startI18n);
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  useMotion.setState({ reduced: false });
});
afterEach(() => {
  hidden = false;
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the games of the demonstration', () => {
  it.each(demoGames.map((game) => [game.rule, game] as const))(
    '%s: is legal and won by its last move',
    (_, game) => {
      const played = replay(game.moves);
      expect(played).toMatchObject({ state: { outcome: { winningPositions: game.win } } });
      expect(LINES.some(({ positions }) => positions.join() === game.win.join())).toBe(true);
    },
  );

  it('show every kind of line', () =>
    expect(new Set(demoGames.map(({ rule }) => rule))).toEqual(
      new Set(['edge', 'diagonal', 'column', 'middle']),
    ));
});

describe('the demonstration', () => {
  it('plays a game to its line, and then the next one', async () => {
    render(<Demo />);
    expect(pieces()).toBe(0);
    await advanceTime(800);
    expect(pieces()).toBe(1);
    for (let move = 2; move <= 9; move++) await advanceTime(800);
    expect(pieces()).toBe(9);
    expect(screen.getByText('Four on an edge row')).not.toHaveAttribute('data-hidden');
    await advanceTime(3_200);
    await advanceTime(400);
    expect(pieces()).toBe(0);
    await advanceTime(800);
    expect(pieces()).toBe(1);
    expect(screen.getByText('Three on a diagonal')).toHaveAttribute('data-hidden');
  });

  it('waits while the visitor has paused it', async () => {
    render(<Demo />);
    await advanceTime(800);
    fireEvent.click(screen.getByRole('button', { name: 'Pause the demonstration' }));
    await advanceTime(10_000);
    expect(pieces()).toBe(1);
    fireEvent.click(screen.getByRole('button', { name: 'Play the demonstration' }));
    await advanceTime(800);
    expect(pieces()).toBe(2);
  });

  it('waits while the page is out of sight', async () => {
    render(<Demo />);
    turnPage(true);
    await advanceTime(10_000);
    expect(pieces()).toBe(0);
    turnPage(false);
    await advanceTime(800);
    expect(pieces()).toBe(1);
  });

  it('waits while the visitor fills in a field', async () => {
    render(
      <>
        <Demo />
        <input aria-label="Username" />
      </>,
    );
    await advanceTime(800);
    const field = screen.getByRole('textbox');
    act(() => field.focus());
    await advanceTime(10_000);
    expect(pieces()).toBe(1);
    act(() => field.blur());
    await advanceTime(800);
    expect(pieces()).toBe(2);
  });

  it('stands still at a game that was won where less motion is wanted', async () => {
    useMotion.setState({ reduced: true });
    render(<Demo />);
    expect(pieces()).toBe(9);
    await advanceTime(10_000);
    expect(pieces()).toBe(9);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
