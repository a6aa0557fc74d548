import type { User } from '@fifteen/contract';
import type { Page } from '@playwright/test';
import { gameServer, type SocketServer } from './gameServer.ts';
import {
  achievements,
  allTime,
  clientConfig,
  emojis,
  frames,
  friendRequests,
  friends,
  messages,
  NOW,
  onlineUsers,
  pieceStyles,
  preview,
  weekly,
} from './sampleData.ts';

const noList: readonly never[] = [];
const noGames = { games: noList, nextCursor: null };

/** Responses to GET requests by path. */
const responses: Readonly<Record<string, unknown>> = {
  '/api/achievements': achievements,
  '/api/avatar-frames': frames,
  '/api/avatar-frames/owned': [{ frameId: 'default', isActive: true }],
  '/api/chat/amara': { messages, nextCursor: null },
  '/api/client-config': clientConfig,
  '/api/coins/gifts/unseen': noList,
  '/api/emojis': emojis,
  '/api/emojis/owned': noList,
  '/api/friends': friends,
  '/api/friends/requests': friendRequests,
  '/api/games': noGames,
  '/api/leaderboard/all-time': allTime,
  '/api/leaderboard/time-left': {
    days: 4,
    hours: 12,
    minutes: 0,
    seconds: 0,
    endsAt: new Date(NOW + 4.5 * 86_400_000).toISOString(),
  },
  '/api/leaderboard/weekly': weekly,
  '/api/level-ups/pending': noList,
  '/api/piece-styles': { pieceStyles, activeStyle: 'default' },
  '/api/play-again/requests': noList,
  '/api/room-invitations': noList,
  '/api/rooms/preview': preview,
  '/api/themes': { specialThemes: noList },
  '/api/user/pending-rank-popup': { hasPendingPopup: false, rankData: null },
  '/api/users/blocked': { users: noList },
  '/api/users/online': { total: onlineUsers.length, users: onlineUsers },
};

/** Replaces the server of a page by one with the sample data, for this user or for a visitor without a session. */
export async function sampleServer(page: Page, user: User | null): Promise<SocketServer> {
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/auth/session') return route.fulfill({ json: { user } });
    if (pathname === '/api/auth/user')
      return user ? route.fulfill({ json: user }) : route.fulfill({ status: 401 });
    if (pathname === '/api/heartbeat') return route.fulfill({ json: { serverTime: NOW } });
    if (pathname === '/api/health') return route.fulfill({ json: { status: 'ok', version: '1.0.0' } });
    const response = route.request().method() === 'GET' ? responses[pathname] : undefined;
    return response === undefined
      ? route.fulfill({ status: 404, json: {} })
      : route.fulfill({ json: response });
  });
  return gameServer(page, user?.id ?? '', () => NOW);
}
