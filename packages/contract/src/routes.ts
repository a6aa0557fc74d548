/**
 * Method and path of every call of `/api` (docs/spec/play.md#play-7, docs/spec/around-play.md#around-7). Free of zod,
 * because the browser's client is built from it; the schemas are in `http/` under the same names. `:id` is a path
 * parameter.
 */

/** Method and path of a call. */
export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

const route = <const M extends Route['method'], const P extends string>(method: M, path: P) => ({
  method,
  path,
});

/** Every call, by group and name. */
export const routes = {
  auth: {
    user: route('GET', '/api/auth/user'),
    session: route('GET', '/api/auth/session'),
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
    preview: route('GET', '/api/rooms/preview'),
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
  shop: {
    pieceStyles: route('GET', '/api/piece-styles'),
    purchasePieceStyle: route('POST', '/api/piece-styles/purchase'),
    activatePieceStyle: route('POST', '/api/piece-styles/set-active'),
    purchaseEmoji: route('POST', '/api/emojis/purchase'),
    frames: route('GET', '/api/avatar-frames'),
    ownedFrames: route('GET', '/api/avatar-frames/owned'),
    purchaseFrame: route('POST', '/api/avatar-frames/purchase'),
    activateFrame: route('POST', '/api/avatar-frames/set-active'),
  },
  rewards: {
    list: route('GET', '/api/rewards'),
    claim: route('POST', '/api/rewards/claim'),
  },
  gifts: {
    send: route('POST', '/api/coins/gift'),
    allowance: route('GET', '/api/coins/gifts/allowance'),
    unseen: route('GET', '/api/coins/gifts/unseen'),
    seen: route('POST', '/api/coins/gifts/:id/seen'),
  },
  profile: {
    update: route('PUT', '/api/auth/profile'),
    player: route('GET', '/api/players/:id'),
    frame: route('GET', '/api/users/:id/avatar-frame'),
    search: route('POST', '/api/users/search'),
  },
  blocks: {
    list: route('GET', '/api/users/blocked'),
    block: route('POST', '/api/users/:id/block'),
    unblock: route('DELETE', '/api/users/:id/block'),
  },
  friends: {
    list: route('GET', '/api/friends'),
    requests: route('GET', '/api/friends/requests'),
    request: route('POST', '/api/friends/request'),
    respond: route('POST', '/api/friends/respond'),
    remove: route('DELETE', '/api/friends/:id'),
    headToHead: route('GET', '/api/head-to-head/:userId/:friendId'),
  },
  chat: {
    send: route('POST', '/api/chat/send'),
    history: route('GET', '/api/chat/:userId'),
    read: route('POST', '/api/chat/:userId/read'),
  },
  achievements: {
    own: route('GET', '/api/achievements'),
    of: route('GET', '/api/users/:userId/achievements'),
    sync: route('POST', '/api/achievements/sync'),
    selectBorder: route('POST', '/api/achievement-border/select'),
    themes: route('GET', '/api/themes'),
  },
  leaderboard: {
    weekly: route('GET', '/api/leaderboard/weekly'),
    allTime: route('GET', '/api/leaderboard/all-time'),
    timeLeft: route('GET', '/api/leaderboard/time-left'),
  },
  progress: {
    levelUps: route('GET', '/api/level-ups/pending'),
    acknowledge: route('POST', '/api/level-ups/:id/acknowledge'),
    rankPopup: route('GET', '/api/user/pending-rank-popup'),
    rankSeen: route('POST', '/api/user/mark-rank-popup-seen'),
  },
} as const;
