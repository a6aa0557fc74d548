import type { Position } from '@fifteen/domain';
import { render } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { GameView } from './GameView.tsx';

const { Piece } = vi.hoisted(() => ({ Piece: vi.fn(() => null) }));
vi.mock('@/components/pieces/Piece.tsx', () => ({ Piece, fetchPiece: async () => undefined }));

beforeAll(startI18n);

it('a move renders the piece of its cell, and no other: a slow phone shows it within a frame', () => {
  const seat = { name: 'Mina', caption: '', active: false } as const;
  const view = (moves: readonly Position[]) => (
    <GameView
      opponent={{ ...seat, side: 'X' }}
      ownSeat={{ ...seat, side: 'O' }}
      moves={moves}
      board={Object.fromEntries(moves.map((position, ply) => [position, ply % 2 ? 'O' : 'X']))}
      turn="X"
      playable
      lastMove={null}
      winning={null}
      highlightsLines={false}
      description=""
      onMove={() => undefined}
    />
  );
  const { rerender } = render(view([1, 2]));
  // Two of the seats, two on the board.
  expect(Piece).toHaveBeenCalledTimes(4);
  rerender(view([1, 2, 6]));
  expect(Piece).toHaveBeenCalledTimes(5);
});
