import type { User } from '@fifteen/contract';
import { fromMoves, review } from '@fifteen/domain';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLocalGame } from '@/features/local-game/index.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useMode } from '@/lib/state/mode.ts';
import { Around } from '@/test/Around.tsx';
import { GameResult } from '../components/GameResult.tsx';

// The solver's worker, on the thread of the test.
vi.mock('@/features/game-history/model/analyse.ts', () => ({
  analyse: async ({ state }: { state: { moves: Parameters<typeof review>[0] } }) => review(state.moves),
}));

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
/** X gives the win away with move 3, the draw with move 5, and loses. */
const LOST = [1, 7, 2, 3, 4, 8, 14, 11];
const WON_WITHOUT_ERROR = [1, 2, 7, 3, 13];

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(() => queryClient.clear());

function showResult(moves: readonly number[], mode: 'ai' | 'pass-play') {
  useMode.setState({ mode });
  useLocalGame.getState().start(mode);
  const { game } = useLocalGame.getState();
  useLocalGame.setState({ game: { ...game, state: fromMoves(moves), phase: 'resultShown' } });
  render(
    <Around>
      <button type="button">Cell</button>
      <GameResult user={user} onFindMatch={() => undefined} />
    </Around>,
  );
  return within(screen.getByRole('dialog'));
}

describe('the result of a game', () => {
  it('offers another game first and second the review, which opens at the turning point', async () => {
    const result = showResult(LOST, 'ai');
    const review = await result.findByRole('link', { name: 'Review the game' });
    const address = `/games/${useLocalGame.getState().game.id}?move=5`;
    await waitFor(() => expect(review).toHaveAttribute('href', address));
    const rematch = result.getByRole('button', { name: 'Play Again' });
    expect(rematch).toHaveFocus();
    expect(rematch.compareDocumentPosition(review)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ['ai', LOST, 'You gave away the draw on move 5.'],
    ['pass-play', LOST, 'Mina gave away the draw on move 5.'],
    ['ai', WON_WITHOUT_ERROR, 'You never gave the win away.'],
  ] as const)('names the turning point (%s)', async (mode, moves, text) => {
    const result = showResult(moves, mode);
    expect(await result.findByText(text)).toBeVisible();
  });

  it('leaves the board to be used, and gives the focus back when Escape closes it', async () => {
    const outside = document.body.appendChild(document.createElement('button'));
    outside.focus();
    showResult(LOST, 'ai');
    expect(screen.getByRole('button', { name: 'Cell' })).toBeEnabled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(outside).toHaveFocus();
    outside.remove();
  });

  it('does not take the focus from a player who writes', () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    showResult(LOST, 'ai');
    expect(field).toHaveFocus();
    field.remove();
  });
});
