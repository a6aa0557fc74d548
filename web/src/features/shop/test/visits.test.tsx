import { cleanup, configure, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLocalGame } from '@/features/local-game/index.ts';
import { useMode } from '@/lib/state/mode.ts';
import {
  type ShopServer,
  button,
  consent,
  holdPurchase,
  newShopServer,
  openShop,
  product,
  says,
  visitShop,
} from './shopServer.tsx';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

let server: ShopServer;
beforeEach(() => {
  localStorage.clear();
  server = newShopServer();
});
afterEach(() => vi.unstubAllGlobals());

it('no longer asks to confirm a purchase when the player returns to the shop', async () => {
  const user = await visitShop(server);
  await user.click(await says('Autumn', 'Buy'));
  await consent();
  cleanup();
  openShop();
  expect(screen.queryByRole('dialog')).toBeNull();
  await says('Autumn', 'Buy');
});

it('no longer shows the last purchase when the player returns to the shop', async () => {
  const user = await visitShop(server);
  await user.click(await says('Autumn', 'Buy'));
  await user.click(await consent());
  await screen.findByRole('dialog', { name: 'Purchase Successful!' });
  cleanup();
  openShop();
  expect(screen.queryByRole('dialog')).toBeNull();
  await says('Autumn', 'Activate');
});

it('shows a toast for a purchase that succeeds after the player left the shop', async () => {
  const user = await visitShop(server);
  await says('Autumn', 'Buy');
  const go = holdPurchase();
  await user.click(await button('Autumn'));
  await user.click(await consent());
  cleanup();
  openShop();
  await says('Autumn', 'Purchasing...');
  go();
  await screen.findByText('Your new piece style is ready to use!');
  expect(screen.queryByRole('dialog')).toBeNull();
  await says('Autumn', 'Activate');
});

it('shows the balance of the purchase, also when the session cannot be fetched again', async () => {
  const user = await visitShop(server);
  await user.click(await says('Autumn', 'Buy'));
  const question = await consent();
  const answer = fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    if (String(call[0]) === '/api/auth/session') throw new TypeError('Failed to fetch');
    return answer(...call);
  });
  await user.click(question);
  await screen.findByText('You have 2,000,000 coins left.');
});

it('asks before the way to an online game discards a game on this device', async () => {
  const sprout = { kind: 'style', id: 'sprout', name: 'Sprout', description: '' } as const;
  server.rewards = [{ id: 'first_online_game', items: [sprout], earnedAt: null }];
  useMode.getState().setMode('pass-play');
  useLocalGame.getState().press(1);
  const user = await visitShop(server);
  const play = async () => user.click((await product('Sprout')).getByRole('button', { name: 'Play online' }));
  await play();
  await user.click(await screen.findByRole('button', { name: 'Keep playing' }));
  expect(useMode.getState().mode).toBe('pass-play');
  expect(location.pathname).toBe('/shop');
  await play();
  await user.click(await screen.findByRole('button', { name: 'Discard game' }));
  expect(useMode.getState().mode).toBe('online');
  expect(location.pathname).toBe('/');
});
