import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { becomeUser, useUser } from '@/entities/session/session.ts';
import { App } from '../App.tsx';

const shop = vi.hoisted(() => Promise.withResolvers<ComponentType>());
const verifyEmail = vi.hoisted(() => Promise.withResolvers<ComponentType>());

vi.mock('@/features/home/index.ts', async () => {
  const { HomeLayout } = await import('@/features/home/components/HomeLayout.tsx');
  const rest = {
    bar: null,
    nextStepBelow: false,
    modes: null,
    game: null,
    result: null,
    details: null,
    side: null,
  };
  function HomePage() {
    useUser();
    return <HomeLayout nextStep={<Link to="/shop">To the shop</Link>} {...rest} />;
  }
  return { HomePage };
});
vi.mock('@/features/auth/index.ts', async (original) => {
  const { lazyComponent } = await import('@/lib/lazyComponent.ts');
  return { ...(await original<object>()), VerifyEmailPage: lazyComponent(() => verifyEmail.promise) };
});
vi.mock('@/features/leaderboard/index.ts', () => ({ AllTimePage: () => <Link to="?by=wins">By wins</Link> }));
vi.mock('@/features/shop/index.ts', async () => {
  const { lazyComponent } = await import('@/lib/lazyComponent.ts');
  return { ShopPage: lazyComponent(() => shop.promise) };
});
vi.mock('../Realtime.tsx', () => ({ Realtime: () => null }));
vi.mock('../shell/Banners.tsx', () => ({ Banners: () => null }));
vi.mock('../shell/Overlays.tsx', () => ({ Overlays: () => null }));

const scrollTo = vi.fn();

beforeAll(startI18n);
beforeEach(() => {
  scrollTo.mockReset();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('scrollTo', scrollTo);
  history.replaceState(null, '', '/');
  becomeUser({ id: 'me', username: 'mina', displayName: 'Mina', isEmailVerified: true } as User);
});

it('a link to a page that is not loaded shows so, adds the page to the history once, and opens it in a tab', async () => {
  await act(async () => render(<App />));
  const link = screen.getByRole('link', { name: 'To the shop' });
  const { length } = history;
  await act(async () => fireEvent.click(link));
  expect(screen.getByRole('progressbar', { name: 'Loading...' })).toBeInTheDocument();
  // The page stays while the next one is loading.
  expect(link).toBeVisible();
  await act(async () => fireEvent.click(link));
  // As the menu does.
  await act(async () => requestNavigation('/shop'));
  expect(history).toHaveLength(length + 1);
  expect(location.pathname).toBe('/shop');

  let opensTab: boolean | undefined;
  const listen = (event: MouseEvent) => {
    opensTab = !event.defaultPrevented;
    // jsdom has no tabs.
    event.preventDefault();
  };
  addEventListener('click', listen, { once: true });
  fireEvent.click(link, { ctrlKey: true });
  expect(opensTab).toBe(true);

  await act(async () => shop.resolve(() => <h1>Shop</h1>));
  expect(screen.getByRole('heading', { name: 'Shop' })).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('a page begins at its top, except on the way back and while only its query changes', async () => {
  await act(async () => render(<App />));
  await act(async () => requestNavigation('/leaderboard'));
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'By wins' })));
  await act(async () => history.go(-2));
  expect(await screen.findByRole('link', { name: 'To the shop' })).toBeVisible();
  expect(scrollTo).toHaveBeenCalledOnce();
});

it('a logout while a public page is loading leads to the sign-in page', async () => {
  await act(async () => render(<App />));
  await act(async () => requestNavigation('/verify-email'));
  expect(screen.getByRole('link', { name: 'To the shop' })).toBeVisible();
  await act(async () => becomeUser(null));
  expect(await screen.findByRole('button', { name: 'Play as Guest' })).toBeVisible();
  expect(location.pathname).toBe('/auth');
});
