import type { User } from '@fifteen/contract';
import { act, render, screen } from '@testing-library/react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { usePlayerCard } from '@/lib/state/playerCard.ts';
import { Around } from '@/test/Around.tsx';
import { useToast } from '@/lib/toast.ts';
import { Overlays } from './Overlays.tsx';

vi.mock('@/features/rules/index.ts', async (original) => ({
  ...(await original<object>()),
  RulesDialog: () => {
    throw new Error('broken');
  },
}));

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => {
  vi.unstubAllGlobals();
  useOverlay.getState().hide();
});

it('closes the dialogs of a player with the session, before they are drawn without one', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  becomeUser({
    id: 'me',
    username: 'mina',
    displayName: 'Mina',
    isEmailVerified: true,
    isGuest: true,
  } as User);
  useOverlay.getState().show('logout');
  render(<Overlays />, { wrapper: Around });
  expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeVisible();
  await act(async () => becomeUser(null));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('closes the open dialogs when Back leads to another page', () => {
  let navigate: NavigateFunction = () => undefined;
  function Page() {
    navigate = useNavigate();
    return <Overlays />;
  }
  const go = (to: string | number) => act(() => void navigate(to as string));
  const isOpen = () => [useOverlay.getState().open, usePlayerCard.getState().userId];
  render(<Page />, { wrapper: ({ children }) => <Around path="/shop">{children}</Around> });

  go('/');
  act(() => useOverlay.getState().show('language'));
  act(() => usePlayerCard.getState().open('you'));
  // A link keeps them: who opened a dialog beside it decides.
  go('/games');
  expect(isOpen()).toEqual(['language', 'you']);
  go('/games?where=local');
  go(-1);
  expect(isOpen()).toEqual(['language', 'you']);
  go(-1);
  expect(isOpen()).toEqual([null, null]);
});

it('closes a dialog that fails, says so, and leaves the page as it is', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <Around>
      <p>Board</p>
      <Overlays />
    </Around>,
  );
  act(() => useOverlay.getState().show('rules'));
  expect(screen.getByText('Board')).toBeVisible();
  expect(useOverlay.getState().open).toBeNull();
  expect(useToast.getState().current).toMatchObject({ tone: 'error' });
});
