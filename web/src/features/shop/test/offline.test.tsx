import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, configure, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { newShopServer, openShop, product, visitShop } from './shopServer.tsx';
import { queryClient } from '@/lib/queryClient.ts';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

const FAILED = 'The shop could not be loaded';

/** Opens the shop without a network, and returns the server to which the network leads again. */
async function openOffline() {
  const user = await visitShop(newShopServer());
  await product('Autumn');
  const answer = fetch;
  onlineManager.setOnline(false);
  vi.stubGlobal('fetch', async (url: RequestInfo) => {
    if (String(url) === '/api/auth/session') return answer(url, { method: 'GET' });
    throw new TypeError('Failed to fetch');
  });
  cleanup();
  for (const key of ['shop', 'client-config']) queryClient.removeQueries({ queryKey: [key] });
  openShop();
  return { user, reconnect: () => vi.stubGlobal('fetch', answer) };
}

it('says without a network that its items could not be loaded, and loads them on a press', async () => {
  const { user, reconnect } = await openOffline();
  await screen.findByText(FAILED);
  reconnect();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await product('Autumn');
});

it('keeps the focus on the retry while it runs', async () => {
  const { user } = await openOffline();
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await user.click(retry);
  expect(retry).toHaveFocus();
  expect(retry).toHaveAttribute('aria-busy');
});

it('loads its items when the network is back', async () => {
  const { reconnect } = await openOffline();
  await screen.findByText(FAILED);
  reconnect();
  act(() => onlineManager.setOnline(true));
  await product('Autumn');
});

it('offers no coins for sale until it knows the address to buy them from', async () => {
  const { reconnect } = await openOffline();
  await screen.findByText(FAILED);
  expect(screen.queryByRole('heading', { name: 'Or buy coins' })).toBeNull();
  reconnect();
  act(() => onlineManager.setOnline(true));
  expect(await screen.findByRole('heading', { name: 'Or buy coins' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'help@example.org' })).toBeVisible();
});
