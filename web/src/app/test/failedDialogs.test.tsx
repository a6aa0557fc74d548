import type { User } from '@fifteen/contract';
import type { Position } from '@fifteen/domain';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthScreen } from '@/features/auth/components/AuthScreen.tsx';
import { HomePage } from '@/features/home/components/HomePage.tsx';
import { LocalGameView } from '@/features/local-game/components/LocalGameView.tsx';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useSearch } from '@/features/quick-match/index.ts';
import { RoomPanel } from '@/features/rooms/components/RoomPanel.tsx';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useMode } from '@/lib/state/mode.ts';
import { useToast } from '@/lib/toast.ts';
import { Around } from '@/test/Around.tsx';
import { room } from './roomSide.tsx';
import { press } from '@/test/press.ts';

const { broken } = vi.hoisted(() => ({
  broken: () => {
    throw new Error('broken');
  },
}));
vi.mock('@/components/board/BestMoves.tsx', () => ({ BestMoves: broken }));
vi.mock('@/components/computer/ComputerFace.tsx', () => ({ ComputerFace: broken }));
vi.mock('@/features/auth/components/ForgotDialog.tsx', () => ({ ForgotDialog: broken }));
vi.mock('@/features/auth/components/VerifyPrompt.tsx', () => ({ VerifyPrompt: broken }));
vi.mock('@/features/home/components/GameResult.tsx', () => ({ GameResult: broken }));
vi.mock('@/features/home/components/ConnectionQuality.tsx', () => ({ ConnectionQuality: () => null }));
vi.mock('@/features/home/components/HomeSide.tsx', () => ({ HomeSide: () => null }));
vi.mock('@/features/home/components/OnlineDetails.tsx', () => ({ OnlineDetails: broken, OwnRoom: broken }));
vi.mock('@/features/local-game/components/ComputerSetup.tsx', () => ({ ComputerSetup: broken }));
vi.mock('@/features/local-game/components/HelpDialog.tsx', () => ({ HelpDialog: broken }));
vi.mock('@/features/quick-match/components/MatchDialog.tsx', () => ({ MatchDialog: broken }));
vi.mock('@/features/rooms/components/LinkInvitation.tsx', () => ({ LinkInvitation: broken }));
vi.mock('@/features/rooms/components/ShareDialog.tsx', () => ({ ShareDialog: broken }));

const mina = {
  id: 'me',
  username: 'mina',
  displayName: 'Mina',
  isEmailVerified: true,
  coins: 20_000,
} as User;
const nothing = () => undefined;
const panel = () => (
  <RoomPanel user={mina} room={room()} playing={false} onLeave={nothing} onInvite={nothing} />
);
const play = (...cells: Position[]) => {
  for (const cell of cells) act(() => useLocalGame.getState().press(cell));
};
const failure = () => waitFor(() => expect(useToast.getState().current).toMatchObject({ tone: 'error' }));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
  Element.prototype.scrollIntoView = vi.fn();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(nothing);
  vi.stubGlobal('fetch', async (url: unknown) =>
    Response.json(String(url) === '/api/users/online' ? { total: 1, users: [] } : []),
  );
  queryClient.clear();
  useMode.setState({ mode: 'pass-play' });
  useLocalGame.getState().start('pass-play');
});
afterEach(() => vi.unstubAllGlobals());

describe('a part that fails says so, and leaves the page as it is:', () => {
  it.each<[string, () => ReactElement, () => void]>([
    [
      'the question before help',
      () => <LocalGameView user={mina} />,
      () => useLocalGame.setState({ asking: 'hint' }),
    ],
    [
      'the mark of a hint',
      () => <LocalGameView user={mina} />,
      () => useLocalGame.setState({ hint: { position: 1, value: 'win' } }),
    ],
    [
      'the picture of the computer',
      () => <LocalGameView user={mina} />,
      () => useMode.getState().setMode('ai'),
    ],
    ['the levels of the computer', () => <HomePage />, () => useMode.getState().setMode('ai')],
    ['the rooms and friends of online play', () => <HomePage />, () => useMode.getState().setMode('online')],
    ['the search', () => <HomePage />, () => useSearch.getState().open()],
    ['the result', () => <HomePage />, () => play(1, 2, 6, 7, 11)],
    ['the share dialog of a room', panel, () => press('Share')],
    ['the dialog for a forgotten password', () => <AuthScreen />, () => press('Forgot password?')],
  ])('%s', async (_, page, open) => {
    if (page().type !== AuthScreen) becomeUser(mina);
    const { container } = render(<Around>{page()}</Around>);
    await act(async () => open());
    await failure();
    expect(container).not.toBeEmptyDOMElement();
    expect(useLocalGame.getState().asking).toBeNull();
    expect(useSearch.getState().search.at).toBe('closed');
  });

  it('the prompt of an account that is not verified', async () => {
    becomeUser({ ...mina, isEmailVerified: false });
    render(
      <Around>
        <AuthScreen />
      </Around>,
    );
    await failure();
    expect(screen.getByRole('button', { name: 'Play as Guest' })).toBeVisible();
  });

  it('the invitation of a link', async () => {
    becomeUser(null);
    render(
      <Around path="/auth?room=K7QX2M9P">
        <AuthScreen />
      </Around>,
    );
    await failure();
    expect(screen.getByRole('button', { name: 'Play as Guest' })).toBeVisible();
  });
});
