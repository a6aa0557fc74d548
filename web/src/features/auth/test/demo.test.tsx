import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

beforeAll(async () => {
  await startI18n();
  // Loads the large board at once.
  await import('@/components/board/Board.tsx');
});
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

/** Returns what the style sheet fades out at the end of a game. */
function fadingOut(): Element[] {
  const css = readFileSync(join(import.meta.dirname, '../components/Demo.module.css'), 'utf8');
  const [, selector = ''] = /\n(\[data-fading\][^{]+)\{\s+opacity: 0;/.exec(css) ?? [];
  return [...document.querySelectorAll(selector)];
}

/** Renders the end of the first game. */
async function showEnd(isWide: boolean): Promise<void> {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isWide }));
  useMotion.setState({ reduced: false });
  await act(async () => render(<Demo />));
  for (let move = 1; move <= 9; move++) await advanceTime(800);
  await advanceTime(3_200);
  expect(document.querySelector('[data-fading]')).not.toBeNull();
}

it('the end of a game on the large board fades its pieces and its line, not what is printed on the board', async () => {
  await showEnd(true);
  const grid = document.querySelector('[role=grid]');
  const pieces = grid?.querySelectorAll('svg') ?? [];
  expect(pieces).toHaveLength(9);
  expect(fadingOut()).toEqual([...pieces, grid?.nextElementSibling]);
});

it('the end of a game on the small board fades its pieces and its line, not its cells', async () => {
  await showEnd(false);
  expect(
    fadingOut()
      .map(({ tagName }) => tagName)
      .toSorted(),
  ).toEqual([...Array<string>(4).fill('circle'), ...Array<string>(6).fill('path')]);
});
