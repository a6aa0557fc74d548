import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { gameAfter } from '@/test/onlineGames.ts';
import { cell, gameStart, inGame, says } from './setup.tsx';

vi.mock('@/entities/session/session.ts', () => ({ refreshUser: vi.fn(async () => undefined) }));
inGame();

it('the focus continues at the board when the offer to take control goes away', () => {
  says(gameStart());
  const game = gameAfter([], { version: 1, autoPlayActive: 'X' });
  says({ type: 'auto_play_enabled', gameId: 'g1', player: 'X', game });
  screen.getByRole('button', { name: 'Take Control' }).focus();
  const taken = { ...game, version: 2, autoPlayActive: null };
  says({ type: 'auto_play_disabled', gameId: 'g1', player: 'X', game: taken });
  expect(cell(1)).toHaveFocus();
});
