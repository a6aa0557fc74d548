import type { User } from '@fifteen/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { useLocalGame } from '../model/store.ts';
import { LocalGameView } from '../components/LocalGameView.tsx';

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
const scroll = vi.fn();
const openTable = () => render(<LocalGameView user={user} />);

beforeAll(async () => {
  await startI18n();
  Element.prototype.scrollIntoView = scroll;
});

// In a file of its own: the page opens once.
it('scrolls the board into view when a game starts, not when the page opens or is returned to', () => {
  openTable();
  expect(scroll).not.toHaveBeenCalled();
  fireEvent.click(document.querySelector('[data-cell="1"]') as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  act(() => useLocalGame.getState().answerDiscard(true));
  expect(scroll).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ block: 'nearest' }));
  cleanup();
  openTable();
  expect(scroll).toHaveBeenCalledOnce();
  // After an online game, the next local game starts before its board is mounted.
  cleanup();
  useLocalGame.getState().start('ai');
  openTable();
  expect(scroll).toHaveBeenCalledTimes(2);
});
