import type { Calls } from '@fifteen/contract';
import type { ErrorCode } from '@fifteen/domain';

/**
 * Who may use which call of `/api`. The rows describe one scene: the owner has a private room and plays in it, with
 * friends, requests, gifts and coins; a row that names a user or a thing means the owner's. `http.test.ts` executes each
 * cell against the product, and `npm run api-docs` writes the table to docs/api/rights.md.
 */

/**
 * The caller of a cell, by the relation to the owner. All but guest, unverified, opponent and spectator are registered;
 * `unverified` is a guest with a registration whose address is not confirmed.
 */
export const ROLES = [
  'anonymous',
  'guest',
  'unverified',
  'member',
  'friend',
  'opponent',
  'spectator',
  'owner',
  'blocked',
] as const;
export type Role = (typeof ROLES)[number];

/** Success, success that leaves everything of the owner as it was, or the code of an error. */
export type Outcome = 'ok' | 'no effect' | ErrorCode;
export type Row = Readonly<Record<Role, Outcome>>;
type Exceptions = Partial<Record<Role, Outcome>>;

const rowOf = (outcome: Outcome, exceptions: Exceptions): Row =>
  Object.fromEntries(ROLES.map((role) => [role, exceptions[role] ?? outcome])) as Record<Role, Outcome>;
/** The same for every caller. */
const everyone = (outcome: Outcome = 'ok'): Row => rowOf(outcome, {});
/** The same for every user, with exceptions. */
const users = (outcome: Outcome = 'ok', exceptions: Exceptions = {}): Row =>
  rowOf(outcome, { anonymous: 'UNAUTHORIZED', ...exceptions });
/** Users who may see the private room without being its owner: the friend is invited. */
const INSIDE: Exceptions = {
  friend: 'NOT_ROOM_OWNER',
  opponent: 'NOT_ROOM_OWNER',
  spectator: 'NOT_ROOM_OWNER',
};

/** A call of the contract without a row does not compile. */
export const RIGHTS: { readonly [G in keyof Calls]: { readonly [N in keyof Calls[G]]: Row } } = {
  auth: {
    user: users(),
    session: everyone(),
    register: everyone('USERNAME_TAKEN'),
    login: everyone('INVALID_CREDENTIALS'),
    guest: everyone(),
    logout: everyone(),
    forgotPassword: everyone(),
    verifyEmail: everyone('INVALID_CODE'),
    resetPassword: everyone('INVALID_CODE'),
    resendVerification: everyone(),
    upgrade: users('NOT_A_GUEST', {
      guest: 'USERNAME_TAKEN',
      unverified: 'USERNAME_TAKEN',
      opponent: 'USERNAME_TAKEN',
      spectator: 'USERNAME_TAKEN',
    }),
  },
  system: { health: everyone(), probe: everyone(), clientConfig: everyone(), heartbeat: users() },
  users: { online: users(), ownStats: users(), get: users(), stats: users(), onlineStats: users() },
  matchmaking: {
    join: users('INSUFFICIENT_COINS'),
    leave: users('no effect'),
  },
  games: {
    history: users(),
    get: users('FORBIDDEN', { owner: 'ok', opponent: 'ok', spectator: 'ok' }),
    move: users('NOT_A_PLAYER', { owner: 'ok', opponent: 'NOT_YOUR_TURN' }),
  },
  rooms: {
    create: users('INSUFFICIENT_COINS'),
    join: users('ROOM_NOT_FOUND', {
      owner: 'ALREADY_A_PLAYER',
      opponent: 'ALREADY_A_PLAYER',
      spectator: 'ok',
      friend: 'ok',
    }),
    preview: rowOf('ROOM_NOT_FOUND', { owner: 'ok', opponent: 'ok', spectator: 'ok', friend: 'ok' }),
    invite: users('ROOM_NOT_FOUND', { ...INSIDE, owner: 'ok' }),
    participants: users('ROOM_NOT_FOUND', { owner: 'ok', opponent: 'ok', spectator: 'ok', friend: 'ok' }),
    leave: users('no effect', { owner: 'ok', opponent: 'ok', spectator: 'ok' }),
    startGame: users('ROOM_NOT_FOUND', { ...INSIDE, owner: 'ok' }),
  },
  invitations: {
    list: users(),
    respond: users('INVITATION_NOT_FOUND', { friend: 'ok' }),
  },
  playAgain: {
    request: users('GAME_NOT_FOUND', {
      owner: 'ok',
      opponent: 'NOT_YOUR_OPPONENT',
      spectator: 'NOT_A_PLAYER',
      friend: 'NOT_A_PLAYER',
    }),
    respond: users('PLAY_AGAIN_NOT_FOUND', { opponent: 'ok' }),
    requests: users(),
  },
  coins: { award: users('FORBIDDEN', { owner: 'ok' }) },
  emojis: {
    list: users(),
    owned: users(),
    send: users('NOT_A_PLAYER', { owner: 'ok', opponent: 'OPPONENT_NOT_FOUND' }),
  },
  shop: {
    pieceStyles: users(),
    purchasePieceStyle: users('TOO_EXPENSIVE'),
    activatePieceStyle: users('NOT_OWNED'),
    purchaseEmoji: users('TOO_EXPENSIVE'),
    frames: users(),
    ownedFrames: users(),
    purchaseFrame: users('TOO_EXPENSIVE'),
    activateFrame: users('NOT_OWNED'),
  },
  rewards: { list: users(), claim: users() },
  gifts: {
    send: users('GIFT_FROM_GUEST', {
      member: 'NOT_FRIENDS',
      friend: 'ok',
      owner: 'NOT_YOURSELF',
      blocked: 'BLOCKED',
    }),
    allowance: users(),
    unseen: users(),
    seen: users('GIFT_NOT_FOUND', { owner: 'ok' }),
  },
  profile: { update: users(), player: users(), frame: users(), search: users() },
  blocks: {
    list: users(),
    block: users('ok', { owner: 'NOT_YOURSELF' }),
    unblock: users('no effect', { owner: 'NOT_YOURSELF' }),
  },
  friends: {
    list: users(),
    requests: users(),
    request: users('ok', { friend: 'ALREADY_FRIENDS', owner: 'NOT_YOURSELF', blocked: 'BLOCKED' }),
    respond: users('REQUEST_NOT_FOUND', { owner: 'ok' }),
    remove: users('no effect', { friend: 'ok', owner: 'NOT_YOURSELF' }),
    headToHead: users('FORBIDDEN', { owner: 'ok' }),
  },
  chat: {
    send: users('NOT_FRIENDS', { friend: 'ok', owner: 'NOT_YOURSELF', blocked: 'BLOCKED' }),
    history: users('ok', { owner: 'NOT_YOURSELF' }),
    read: users('no effect', { owner: 'NOT_YOURSELF' }),
  },
  achievements: { own: users(), of: users(), sync: users(), selectBorder: users(), themes: users() },
  leaderboard: { weekly: users(), allTime: users(), timeLeft: users() },
  progress: {
    levelUps: users(),
    acknowledge: users('LEVEL_UP_NOT_FOUND', { owner: 'ok' }),
    rankPopup: users(),
    rankSeen: users('no effect'),
  },
};
