import type { AvatarFrame, PieceStyle, Reward, User } from '@fifteen/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { newUser } from '@/test/user.ts';
import { BrowserRouter } from 'react-router';
import { expect, vi } from 'vitest';
import { DiscardQuestion } from '@/features/local-game/index.ts';
import { loadLaterTexts, startI18n } from '@/lib/i18n/i18n.ts';
import { queryClient } from '@/lib/queryClient.ts';
import { useSession } from '@/entities/session/session.ts';
import { Toaster } from '@/components/ui/Toaster.tsx';
import { ShopPage } from '../components/ShopPage.tsx';
import { useShopStore } from '../model/store.ts';

/** State of the mock server, which tests change. */
export interface ShopServer {
  coins: number;
  styles: Pick<PieceStyle, 'id' | 'name' | 'description' | 'price'>[];
  owned: Set<string>;
  /** What can be earned. */
  rewards: Reward[];
  style: string;
  frame: string | null;
  /** The error of the next call that changes something. */
  error: { status: number; code: string; message: string } | null;
  /** All calls that changed something or tried to, by path and body. */
  requests: [path: string, body: unknown][];
}

const frames: AvatarFrame[] = [
  { id: 'default', name: 'Classic', description: '', price: 0, isDefault: true },
  { id: 'firestorm', name: 'Firestorm', description: '', price: 1_000_000_000, isDefault: false },
];
const emojis = [
  { id: 'crown', name: '👑 Crown', description: '', price: 50_000_000, animationType: 'burst', glyph: '👑' },
  { id: 'wave', name: '👋 Hello', description: '', price: 50_000, animationType: 'shake', glyph: '👋' },
];

export function newShopServer(): ShopServer {
  return {
    coins: 12_000_000,
    styles: [
      { id: 'default', name: 'Classic', description: '', price: 0 },
      { id: 'autumn', name: 'Autumn', description: '', price: 10_000_000 },
      { id: 'thunder', name: 'Thunder', description: '', price: 20_000_000 },
    ],
    owned: new Set(),
    rewards: [],
    style: 'default',
    frame: null,
    error: null,
    requests: [],
  };
}

function reading(server: ShopServer): Record<string, unknown> {
  const user: Partial<User> = {
    id: 'u1',
    userId: 'u1',
    username: 'mina',
    displayName: 'Mina',
    profileImageUrl: null,
    isEmailVerified: true,
    coins: server.coins,
  };
  const has = (id: string) => server.owned.has(id);
  return {
    '/api/auth/session': { user },
    '/api/client-config': { aiWinReward: 100, coinPrices: [], supportEmail: 'help@example.org' },
    '/api/piece-styles': {
      activeStyle: server.style,
      pieceStyles: server.styles.map((item) => ({
        ...item,
        styleName: item.id,
        isDefault: item.id === 'default',
        owned: item.id === 'default' || has(item.id),
      })),
    },
    '/api/rewards': server.rewards,
    '/api/emojis': emojis,
    '/api/emojis/owned': emojis.filter(({ id }) => has(id)).map(({ id }) => ({ emojiId: id })),
    '/api/avatar-frames': frames,
    '/api/avatar-frames/owned': frames
      .filter(({ id }) => has(id))
      .map(({ id }) => ({ frameId: id, isActive: id === server.frame })),
  };
}

function changing(server: ShopServer, path: string, body: Record<string, string | null>): unknown {
  const id = body.styleName ?? body.emojiId ?? body.frameId ?? null;
  if (path.endsWith('/purchase')) {
    const item = [...server.styles, ...emojis, ...frames].find((each) => each.id === id);
    if (item) server.owned.add(item.id);
    server.coins -= item?.price ?? 0;
    return { message: 'Done', coins: server.coins, item };
  }
  if (path.startsWith('/api/piece-styles')) server.style = id ?? 'default';
  else server.frame = id;
  return { message: 'Done', active: id };
}

/** Renders the shop with a mock server. */
export async function visitShop(server: ShopServer, path = '/shop') {
  await startI18n();
  await loadLaterTexts();
  vi.stubGlobal('fetch', async (url: RequestInfo | URL, init?: RequestInit) => {
    const call = String(url);
    if (init?.method === 'GET') return Response.json(reading(server)[call]);
    const body = JSON.parse(String(init?.body)) as Record<string, string | null>;
    server.requests.push([call, body]);
    const { error } = server;
    server.error = null;
    if (error) return Response.json({ error: '', ...error }, { status: error.status });
    return Response.json(changing(server, call, body));
  });
  history.replaceState(null, '', path);
  queryClient.clear();
  useShopStore.setState({ buying: false, changing: null, confirming: null, bought: null });
  openShop();
  return newUser();
}

/** Renders the shop. */
export function openShop(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Shop />
        <DiscardQuestion />
        <Toaster />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

/** Returns the queries of an item. */
export const product = async (name: string) => within(await screen.findByRole('listitem', { name }));
/** Returns the button that buys or equips an item. */
export const button = async (of: string) => (await product(of)).getByRole('button', { name: /^(?!Try on)/ });
/** Waits until the button of an item has this text, and returns it. */
export const says = async (of: string, text: string) =>
  waitFor(async () => {
    const found = await button(of);
    expect(found).toHaveTextContent(text);
    return found;
  });
/** Returns the button that confirms a large purchase. */
export const consent = async () =>
  within(await screen.findByRole('dialog', { name: /^Buy / })).getByRole('button', { name: 'Buy' });

/** Delays the responses of the next purchase. Returns a function that lets them come. */
export function holdPurchase(): () => void {
  const answer = fetch;
  let go: () => void = () => undefined;
  vi.stubGlobal('fetch', async (url: RequestInfo, init?: RequestInit) => {
    if (init?.method === 'POST') await new Promise<void>((resolve) => (go = resolve));
    return answer(url, init);
  });
  return () => go();
}

function Shop() {
  const { user } = useSession();
  return user && <ShopPage />;
}

/** Expects the button of a state that was just reached, which ignores presses. It has the focus, which a browser takes from a disabled button. */
export function expectInert(shown: HTMLElement): void {
  expect(shown).toBeEnabled();
  expect(shown).toHaveAttribute('aria-disabled', 'true');
}
