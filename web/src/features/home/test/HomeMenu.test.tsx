import type { User } from '@fifteen/contract';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { becomeUser } from '@/entities/session/session.ts';
import { Around } from '@/test/Around.tsx';
import { friendList } from '@/features/friends/model/friends.ts';
import { HomeMenu } from '../components/HomeMenu.tsx';

const member = { id: 'me', username: 'mina', displayName: 'Mina', isEmailVerified: true } as User;
const ben = { id: 'ben', displayName: 'Ben', online: true, unread: 2 };
const menuButton = () => screen.getByRole('button', { name: 'Menu', hidden: true });

beforeAll(async () => {
  await startI18n();
  // What a visit of a few seconds has fetched.
  await import('../components/HomeMenuContent.tsx');
});
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', async () => Response.json([]));
  becomeUser(member);
});
afterEach(() => vi.unstubAllGlobals());

describe('the menu of home', () => {
  it('lights its button up at once, and opens after that was painted', async () => {
    render(<HomeMenu />, { wrapper: Around });
    fireEvent.click(menuButton(), { detail: 1 });
    expect(menuButton()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toBeVisible();
  });

  it('shows the press before it opens again', async () => {
    render(<HomeMenu />, { wrapper: Around });
    fireEvent.click(menuButton(), { detail: 1 });
    const menu = await screen.findByRole('menu');
    // With the focus, the menu also listens to keys; both come after it is drawn.
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    fireEvent.keyDown(menu, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.pointerDown(menuButton(), { button: 0, pointerType: 'mouse' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(await screen.findByRole('menu')).toBeVisible();
  });

  it('counts friend requests and unread messages, also after one was read', async () => {
    const requests = [{ id: 'r1', requester: { id: 'cid' }, status: 'pending' }];
    vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('requests') ? requests : [ben]));
    render(<HomeMenu />, { wrapper: Around });
    expect(await screen.findByRole('button', { name: 'Menu, 3 new' })).toBeVisible();
    act(() => friendList.read('ben'));
    expect(await screen.findByRole('button', { name: 'Menu, 1 new' })).toBeVisible();
  });
});
