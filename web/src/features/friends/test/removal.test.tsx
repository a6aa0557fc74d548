import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { becomeUser } from '@/entities/session/session.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { Around } from '@/test/Around.tsx';
import { press } from '@/test/press.ts';
import { withHeight } from '@/test/withHeight.ts';
import { FriendsOverlay } from '../components/FriendsOverlay.tsx';

const friend = (name: string) => ({ id: name, displayName: name, online: true, unread: 0 });
let removed: PromiseWithResolvers<Response>;

beforeAll(async () => {
  await startI18n();
  await loadLaterTexts();
});
beforeEach(async () => {
  queryClient.clear();
  withHeight(500);
  removed = Promise.withResolvers();
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'DELETE') return removed.promise;
    return Response.json(
      url.startsWith('/api/users/blocked') ? { users: [] } : [friend('Ben'), friend('Cora')],
    );
  });
  becomeUser({ id: 'me', displayName: 'Anna', isEmailVerified: true, coins: 0 } as User);
  render(<FriendsOverlay />, { wrapper: Around });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ben' }));
  press('Remove');
});
afterEach(() => vi.unstubAllGlobals());

const confirmRemoval = () => act(async () => removed.resolve(new Response(null, { status: 204 })));

it('the removal of a friend closes its dialog', async () => {
  await confirmRemoval();
  expect(await screen.findByRole('dialog', { name: 'Friends' })).toBeVisible();
});

it('the removal of a friend leaves a dialog open that was opened meanwhile', async () => {
  press('Cancel');
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Cora' }));
  await confirmRemoval();
  expect(screen.getByRole('dialog', { name: 'Remove Cora?' })).toBeVisible();
});
