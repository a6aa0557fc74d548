import type { User } from '@fifteen/contract';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { clearScreen } from '@/lib/state/screen.ts';
import { useLocalGame } from '../model/store.ts';
import { useMode } from '@/lib/state/mode.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { DifficultySetting } from '../components/DifficultySetting.tsx';
import { DiscardQuestion } from '../components/DiscardQuestion.tsx';
import { LocalGameView } from '../components/LocalGameView.tsx';

const user = { id: 'u1', displayName: 'Mina', profileImageUrl: null } as User;
const openTable = () =>
  render(
    <>
      <LocalGameView user={user} />
      <DiscardQuestion />
    </>,
  );
const press = (position: number) =>
  fireEvent.click(document.querySelector(`[data-cell="${position}"]`) as HTMLElement);

beforeAll(async () => {
  await startI18n();
  await import('../components/DiscardDialog.tsx');
  Element.prototype.scrollIntoView = vi.fn();
});

it('no longer asks whether to discard the game once an online game has taken the screen', async () => {
  openTable();
  press(1);
  act(() => useLocalGame.getState().discardFor(() => undefined));
  expect(await screen.findByRole('dialog', { name: 'Leave this game?' })).toBeVisible();
  act(clearScreen);
  cleanup();
  openTable();
  await act(async () => undefined);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('is discarded by Reset, which is beside Take back, after a confirmation only', async () => {
  useLocalGame.getState().start('pass-play');
  openTable();
  press(1);
  const reset = () => fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  reset();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep playing' }));
  expect(useLocalGame.getState().game.state.moves).toEqual([1]);
  reset();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard game' }));
  expect(useLocalGame.getState().game.state.moves).toEqual([]);
});

it('goes on when the level of the computer is changed during a game of two on one device', () => {
  useMode.getState().setMode('pass-play');
  useLocalGame.getState().start('pass-play');
  openTable();
  press(1);
  const { id } = useLocalGame.getState().game;
  render(<DifficultySetting />);
  fireEvent.click(screen.getByRole('radio', { name: 'Hard' }));
  expect(usePreferences.getState().difficulty).toBe('hard');
  expect(useLocalGame.getState()).toMatchObject({ discarding: null, game: { id } });
});

it('goes on after another page in a browser that stores nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  useLocalGame.getState().start('pass-play');
  openTable();
  press(1);
  const { id } = useLocalGame.getState().game;
  cleanup();
  openTable();
  expect(useLocalGame.getState().game).toMatchObject({ id, state: { moves: [1] } });
  vi.unstubAllGlobals();
});
