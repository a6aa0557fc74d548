/**
 * Where every call of `/api` is (core-of-play 7, around-play 7). Free of zod: the browser's client is built from it,
 * the schemas beside each route are in `http/` under the same names. `:id` stands for a path parameter.
 */

export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

const route = <const M extends Route['method'], const P extends string>(method: M, path: P) => ({
  method,
  path,
});

export const routes = {
  auth: {
    user: route('GET', '/api/auth/user'),
    register: route('POST', '/api/auth/register'),
    login: route('POST', '/api/auth/login'),
    guest: route('POST', '/api/auth/guest'),
    logout: route('POST', '/api/auth/logout'),
    forgotPassword: route('POST', '/api/auth/forgot-password'),
    verifyEmail: route('POST', '/api/auth/verify-email'),
    resetPassword: route('POST', '/api/auth/reset-password'),
    resendVerification: route('POST', '/api/auth/resend-verification'),
    upgrade: route('POST', '/api/auth/upgrade'),
  },
  system: {
    health: route('GET', '/api/health'),
    probe: route('HEAD', '/api/health'),
    clientConfig: route('GET', '/api/client-config'),
    heartbeat: route('POST', '/api/heartbeat'),
  },
  users: {
    online: route('GET', '/api/users/online'),
    ownStats: route('GET', '/api/users/online-stats'),
    get: route('GET', '/api/users/:id'),
    stats: route('GET', '/api/users/:id/stats'),
    onlineStats: route('GET', '/api/users/:id/online-stats'),
  },
  matchmaking: {
    join: route('POST', '/api/matchmaking/join'),
    leave: route('POST', '/api/matchmaking/leave'),
  },
  games: {
    history: route('GET', '/api/games'),
    get: route('GET', '/api/games/:id'),
    move: route('POST', '/api/games/:id/moves'),
  },
  rooms: {
    create: route('POST', '/api/rooms'),
    join: route('POST', '/api/rooms/join'),
    invite: route('POST', '/api/rooms/:id/invite'),
    participants: route('GET', '/api/rooms/:id/participants'),
    leave: route('POST', '/api/rooms/:id/leave'),
    startGame: route('POST', '/api/rooms/:id/start-game'),
  },
  invitations: {
    list: route('GET', '/api/room-invitations'),
    respond: route('POST', '/api/room-invitations/:id/respond'),
  },
  playAgain: {
    request: route('POST', '/api/play-again/request'),
    respond: route('POST', '/api/play-again/respond'),
    requests: route('GET', '/api/play-again/requests'),
  },
  coins: {
    award: route('POST', '/api/coins/award'),
  },
  emojis: {
    list: route('GET', '/api/emojis'),
    owned: route('GET', '/api/emojis/owned'),
    send: route('POST', '/api/emojis/send'),
  },
} as const;
