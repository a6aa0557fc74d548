import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '@/lib/i18n/i18n.ts';
import { useOverlay } from '@/lib/state/overlay.ts';
import { useAnnouncer } from '@/lib/a11y/announcer.ts';
import { expectAccessible } from '@/test/axe.ts';
import {
  type ShopServer,
  button,
  consent,
  expectInert,
  holdPurchase,
  newShopServer,
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

const toast = async (...texts: string[]) => {
  for (const text of texts) await screen.findByText(text);
};

it('the shop says how many games against the computer are paid a day', async () => {
  await visitShop(server);
  const earn = within(await screen.findByRole('region', { name: 'How to Earn Coins' }));
  const text = 'Win against the computer: 100 coins a game, up to 50 games a day';
  expect(earn.getByText(text)).toBeVisible();
});

describe('piece styles', () => {
  it('are shown with their prices, what is missing, and what is equipped', async () => {
    await visitShop(server);
    expect(await screen.findByRole('heading', { level: 1, name: 'Game Shop' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect((await product('Autumn')).getByText('10,000,000')).toBeVisible();
    expect(await says('Autumn', 'Buy')).toBeEnabled();
    expect(await says('Thunder', 'Need 8,000,000 more coins')).toBeDisabled();
    expectInert(await says('Classic', 'Active'));
  });

  it('ask before a large purchase, and show what it leaves', async () => {
    const user = await visitShop(server);
    await user.click(await says('Autumn', 'Buy'));
    const question = within(await screen.findByRole('dialog', { name: 'Buy Autumn?' }));
    expect(question.getByText('After the purchase').nextSibling).toHaveTextContent('2,000,000');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(server.requests).toEqual([]);
    await says('Autumn', 'Buy');
  });

  it('are bought once, however often the button is pressed, at the price that was shown', async () => {
    const user = await visitShop(server);
    await user.click(await says('Autumn', 'Buy'));
    await user.dblClick(await consent());
    const dialog = within(await screen.findByRole('dialog', { name: 'Purchase Successful!' }));
    for (const text of [
      'Thanks for your purchase!',
      'Autumn',
      'Your new piece style is ready to use!',
      'You have 2,000,000 coins left.',
    ])
      expect(await dialog.findByText(text)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(server.requests).toEqual([
      ['/api/piece-styles/purchase', { styleName: 'autumn', price: 10_000_000 }],
    ]);
    await user.click(await says('Autumn', 'Activate'));
    await toast('Style Activated!', 'Your piece style has been changed.');
    expectInert(await says('Autumn', 'Active'));
    expect(await says('Classic', 'Activate')).toBeEnabled();
    expect(await says('Thunder', 'Need 18,000,000 more coins')).toBeDisabled();
  });

  it('hold all other purchases until one is done', async () => {
    server.coins = 40_000_000;
    const user = await visitShop(server);
    await says('Thunder', 'Buy');
    const go = holdPurchase();
    await user.click(await button('Autumn'));
    await user.click(await consent());
    for (const name of ['Autumn', 'Thunder']) expectInert(await says(name, 'Purchasing...'));
    expect(await button('Autumn')).toHaveFocus();
    await user.click(await button('Thunder'));
    expect(screen.queryByRole('dialog')).toBeNull();
    go();
    await screen.findByRole('dialog', { name: 'Purchase Successful!' });
    await user.keyboard('{Escape}');
    await says('Thunder', 'Buy');
  });

  it.each([
    ['PRICE_CHANGED', 409, 'Purchase Failed', 'The price has changed. Please check it and try again.'],
    ['TOO_EXPENSIVE', 403, 'Insufficient Coins', 'You need 10,000,000 coins to purchase this style.'],
    ['ALREADY_OWNED', 409, 'Purchase Failed', 'You already own this'],
    ['', 418, 'Purchase Failed', 'Could not purchase piece style'],
  ])('say why they cannot be bought: %s', async (code, status, title, text) => {
    const user = await visitShop(server);
    const buy = await says('Autumn', 'Buy');
    server.error = { status, code, message: 'x' };
    const style = server.styles.find(({ id }) => id === 'autumn');
    if (style) style.price = 11_000_000;
    await user.click(buy);
    await user.click(await consent());
    await toast(title, text);
    // After any error, the shown state is that of the server.
    await waitFor(async () => expect((await product('Autumn')).getByText('11,000,000')).toBeVisible());
  });

  it('say when they cannot be put on', async () => {
    server.owned.add('autumn');
    const user = await visitShop(server);
    const activate = await says('Autumn', 'Activate');
    server.error = { status: 418, code: '', message: 'x' };
    await user.click(activate);
    await toast('Failed to Change Style', 'Could not change piece style');
    expect(await says('Autumn', 'Activate')).toBeEnabled();
  });

  it('speak the language on screen, and the server’s where this version has no word for them', async () => {
    server.styles.push({ id: 'comet', name: 'Comet', description: 'With a tail.', price: 5 });
    await visitShop(server);
    await product('Autumn');
    await chooseLanguage('es');
    expect(await screen.findByRole('listitem', { name: 'Otoño' })).toBeVisible();
    expect((await product('Comet')).getByText('With a tail.')).toBeVisible();
    await chooseLanguage('en');
  });
});

describe('an order by reach', () => {
  const shelf = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent);

  it('has the owned items apart, then what coins reach or nearly reach, then the rest', async () => {
    server.styles.push({ id: 'fire', name: 'Fire', description: '', price: 35_000_000 });
    server.owned.add('thunder');
    await visitShop(server);
    expect(await shelf('Yours')).toEqual(['Classic', 'Thunder']);
    expect(await shelf('Within reach')).toEqual(['Autumn']);
    expect(await shelf('To save up for')).toEqual(['Fire']);
  });

  it('shows how much of a price is saved', async () => {
    await visitShop(server);
    const bar = (await product('Thunder')).getByRole('progressbar', { name: 'Saved for Thunder' });
    expect(bar).toHaveAttribute('aria-valuenow', '60');
    expect((await product('Autumn')).queryByRole('progressbar')).toBeNull();
  });
});

describe('rewards', () => {
  const chalk = { kind: 'style', id: 'chalk', name: 'Chalk', description: '' } as const;

  it('stand before what costs coins, with the way to earn them and no price', async () => {
    server.coins = 0;
    server.rewards = [{ id: 'tutorial', items: [chalk], earnedAt: null }];
    const user = await visitShop(server);
    const near = within(await screen.findByRole('region', { name: 'Within reach' }));
    expect(near.getAllByRole('heading', { level: 3 })).toHaveLength(1);
    const card = await product('Chalk');
    expect(card.getByText('Solve the six boards of the tutorial')).toBeVisible();
    expect(card.queryByText('0')).toBeNull();
    // A goal is reached or not: a bar would stay empty until then.
    expect(card.queryByRole('progressbar')).toBeNull();
    await user.click(card.getByRole('button', { name: 'Start the tutorial' }));
    expect(useOverlay.getState().open).toBe('tutorial');
  });

  it('are among the owned items once they are earned', async () => {
    server.rewards = [{ id: 'tutorial', items: [chalk], earnedAt: '2026-03-01T12:00:00.000Z' }];
    server.styles.push({ id: 'chalk', name: 'Chalk', description: '', price: 0 });
    server.owned.add('chalk');
    await visitShop(server);
    const yours = within(await screen.findByRole('region', { name: 'Yours' }));
    expect(yours.getByRole('listitem', { name: 'Chalk' })).toHaveTextContent('Earned');
    expect(await says('Chalk', 'Activate')).toBeEnabled();
  });
});

describe('trying on', () => {
  const tryOn = async (name: string) => {
    const user = await visitShop(server);
    await user.click((await product(name)).getByRole('button', { name: 'Try on' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: `Trying on ${name}` })) };
  };
  const isOver = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  afterEach(() => vi.useRealTimers());

  it('shows a style on the own board, buys and equips nothing, and can be stopped', async () => {
    const { user, dialog } = await tryOn('Thunder');
    await user.click(dialog.getByRole('button', { name: /^Cell 1,/ }));
    expect(dialog.getByRole('button', { name: /^Cell 1,.* [XO]\b/ })).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Buy/ })).toBeNull();
    await expectAccessible(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    await isOver();
    expect(server.requests).toEqual([]);
    expect((await product('Thunder')).getByRole('button', { name: 'Try on' })).toHaveFocus();
  });

  it('ends after ten seconds by itself, and says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    // The test before may have announced the same, and a repeated text differs.
    useAnnouncer.setState({ polite: '' });
    await tryOn('Thunder');
    // The clock also advances by itself, further on a busy machine.
    const end = Date.now() + 8_000;
    while (Date.now() < end)
      await act(() => vi.advanceTimersByTimeAsync(Math.min(1_000, Math.max(1, end - Date.now()))));
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /winning/ })).toHaveLength(4);
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    await isOver();
    expect(useAnnouncer.getState().polite).toBe('Thunder is off again.');
  });

  it('leads to the purchase of what the player can afford', async () => {
    const { user, dialog } = await tryOn('Autumn');
    await user.click(dialog.getByRole('button', { name: /^Buy/ }));
    await screen.findByRole('dialog', { name: 'Buy Autumn?' });
  });
});

describe('frames', () => {
  it('are put on and taken off, and none is nothing to press', async () => {
    server.owned.add('firestorm');
    const user = await visitShop(server, '/shop?tab=frames');
    expectInert(await says('Classic', 'Active'));
    await user.click(await says('Firestorm', 'Activate'));
    await toast('Frame Activated!', 'Your avatar frame has been changed.');
    expect(await says('Classic', 'Activate')).toBeDisabled();
    await user.click(await says('Firestorm', 'Remove Frame'));
    await toast('Frame removed');
    await says('Firestorm', 'Activate');
    expect(server.requests).toEqual([
      ['/api/avatar-frames/set-active', { frameId: 'firestorm' }],
      ['/api/avatar-frames/set-active', { frameId: null }],
    ]);
  });
});

describe('emojis', () => {
  it('are bought and then owned; there is nothing to put on', async () => {
    const user = await visitShop(server);
    await user.click(await screen.findByRole('tab', { name: 'Emojis' }));
    expect(location.search).toBe('?tab=emojis');
    expect(await says('Crown', 'Insufficient Coins')).toBeDisabled();
    await user.click(await says('Hello', 'Buy'));
    await screen.findByText('Your new emoji is ready to use!');
    await user.keyboard('{Escape}');
    await waitFor(async () => expect((await product('Hello')).getByText('Owned')).toBeVisible());
    expect((await product('Hello')).queryByRole('button')).toBeNull();
  });
});

it('says where coins come from, and passes axe', async () => {
  await visitShop(server);
  await product('Autumn');
  expect(await screen.findByRole('link', { name: 'help@example.org' })).toHaveAttribute(
    'href',
    'mailto:help@example.org',
  );
  await expectAccessible();
});
