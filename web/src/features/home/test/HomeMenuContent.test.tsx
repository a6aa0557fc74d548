import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlineGameHandlers, useOnlineGame } from '@/features/online-game/model/store.ts';
import { gameAfter } from '@/test/onlineGames.ts';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { onNavigationRequest } from '@/lib/navigation.ts';
import { Around } from '@/test/Around.tsx';
import { becomeUser } from '@/entities/session/session.ts';
import { useTheme } from '@/lib/state/theme.ts';
import { newUser } from '@/test/user.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { LogoutOverlay } from '@/features/auth/components/AccountOverlays.tsx';
import { HomeMenuContent } from '../components/HomeMenuContent.tsx';

const member = { id: 'me', username: 'mina', displayName: 'Mina', isEmailVerified: true } as User;
const fetched = vi.fn<typeof fetch>();
const loggedOut = () => fetched.mock.calls.some(([url]) => url === '/api/auth/logout');

function Page() {
  const open = useOverlay((store) => store.open);
  return (
    <Around>
      <HomeMenuContent trigger={<button type="button">Menu</button>} unread={0} byKey={false} />
      {open === 'logout' && <LogoutOverlay />}
    </Around>
  );
}

async function pressLogout() {
  render(<Page />);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await act(async () => undefined);
}

beforeAll(startI18n);
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockImplementation(async (url) => {
    // A response would sign out, and remove the page.
    if (url === '/api/auth/logout') return new Promise(() => undefined);
    return Response.json(url === '/api/auth/session' ? { user: member } : { total: 1, users: [] });
  });
  localStorage.clear();
  useOverlay.getState().hide();
  becomeUser(member);
  useOnlineGame.getState().enter('another-user');
  useOnlineGame.getState().enter('me');
});
afterEach(() => vi.unstubAllGlobals());

it('names the theme as the settings do: automatic while it follows the system', () => {
  render(<Page />);
  const theme = screen.getByRole('menuitem', { name: /^Theme/ });
  expect(theme).toHaveTextContent('Classic');
  act(() => useTheme.getState().setAuto(true));
  expect(theme).toHaveTextContent('Automatic');
  act(() => useTheme.getState().setAuto(false));
});

it.each([
  ['Shop', '/shop'],
  ['My games', '/games'],
])('%s leads to its page by a request, which adds a page that is loading once', (name, path) => {
  const go = vi.fn();
  const stop = onNavigationRequest(go);
  render(<Page />);
  fireEvent.click(screen.getByRole('menuitem', { name }));
  expect(go).toHaveBeenCalledExactlyOnceWith(path);
  stop();
});

describe('the logout of a member', () => {
  it('is asked for during a game, which it would lose with its bet', async () => {
    act(() => onlineGameHandlers.joined(gameAfter([1], { betAmount: 5_000 })));
    await pressLogout();
    expect(screen.getByRole('dialog', { name: 'Log out?' })).toHaveAccessibleDescription(
      'If you leave now, you lose the game and your bet of 5,000 coins.',
    );
    expect(loggedOut()).toBe(false);
  });

  it.each([
    ['no game runs', () => undefined],
    ['the game is only watched', () => onlineGameHandlers.joined(gameAfter([1], { playerXId: 'clara' }))],
  ])('needs no question when %s', async (_, prepare) => {
    act(prepare);
    await pressLogout();
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(loggedOut()).toBe(true));
  });

  it('is shown by a bar with its name until the response, and cannot be repeated', async () => {
    await pressLogout();
    expect(screen.getByRole('progressbar', { name: 'Logging out...' })).toBeInTheDocument();
    await newUser().click(screen.getByRole('button', { name: 'Menu' }));
    expect(await screen.findByRole('menuitem', { name: 'Log out' })).toHaveAttribute('aria-disabled', 'true');
  });
});
