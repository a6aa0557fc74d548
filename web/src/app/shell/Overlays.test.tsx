import type { User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { Overlays } from './Overlays.tsx';

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
afterEach(() => vi.unstubAllGlobals());

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
  render(
    <QueryClientProvider client={queryClient}>
      <Overlays />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('dialog', { name: 'Log out?' })).toBeVisible();
  await act(async () => becomeUser(null));
  expect(screen.queryByRole('dialog')).toBeNull();
});
