import type { User } from '@fifteen/contract';
import { act, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useLocalGame } from '@/features/local-game/index.ts';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { markHintShown } from '@/lib/state/hints.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePreferences } from '@/lib/state/preferences.ts';
import { FirstSteps } from '../components/FirstSteps.tsx';
import { press } from '@/test/press.ts';

const newcomer = { id: 'me', totalGames: 0 } as User;
const way = () => screen.queryByRole('region', { name: 'Your first game' });

beforeAll(startI18n);
beforeEach(() => {
  localStorage.clear();
  useOverlay.getState().hide();
  useMode.setState({ mode: 'ai' });
  usePreferences.getState().set({ games: 0, difficulty: 'medium' });
});

it('opens the tutorial, and then leaves the first game', () => {
  render(<FirstSteps user={newcomer} />);
  press('Show me');
  expect(useOverlay.getState().open).toBe('tutorial');
  // As the tutorial does when it opens.
  markHintShown('tutorial');
  act(() => useOverlay.getState().hide());
  expect(screen.queryByRole('button', { name: 'Show me' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Play on Easy' })).toHaveFocus();
});

it('begins a game against the easiest computer, from whatever mode', () => {
  useMode.setState({ mode: 'pass-play' });
  render(<FirstSteps user={newcomer} />);
  press('Play on Easy');
  expect(useLocalGame.getState().game).toMatchObject({ mode: 'ai', difficulty: 'easy' });
});

it('is gone after a first game on this device', () => {
  render(<FirstSteps user={newcomer} />);
  expect(way()).toBeVisible();
  act(() => usePreferences.getState().countGame());
  expect(way()).toBeNull();
});

it('is not there for a player who has played online', () => {
  render(<FirstSteps user={{ ...newcomer, totalGames: 1 }} />);
  expect(way()).toBeNull();
});

it('is not in the way of a player who has chosen to play online', () => {
  useMode.setState({ mode: 'online' });
  render(<FirstSteps user={newcomer} />);
  expect(way()).toBeNull();
});

it('can be put away for good', () => {
  const { unmount } = render(
    <>
      <div data-board>
        <button data-cell="1" tabIndex={0} />
      </div>
      <FirstSteps user={newcomer} />
    </>,
  );
  screen.getByRole('button', { name: 'No, thanks' }).focus();
  press('No, thanks');
  expect(way()).toBeNull();
  expect(document.querySelector('[data-cell]')).toHaveFocus();
  unmount();
  render(<FirstSteps user={newcomer} />);
  expect(way()).toBeNull();
});
