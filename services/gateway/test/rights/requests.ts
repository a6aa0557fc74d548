import type { CallInput, Calls } from '@fifteen/contract';
import type { Scene } from './scene.ts';
import type { Role } from './table.ts';

type Requests = {
  readonly [G in keyof Calls]: {
    readonly [N in keyof Calls[G]]: (at: Scene, by: Role) => CallInput<Calls[G][N]>;
  };
};

const NOTHING = () => ({});
const ownerOf = ({ players }: Scene) => players.owner.user;
const ofOwner = (at: Scene) => ({ params: { id: ownerOf(at).id } });
const withOwner = (at: Scene) => ({ params: { userId: ownerOf(at).id } });
const ofRoom = ({ room }: Scene) => ({ params: { id: room.id } });
const account = (at: Scene, by: Role) => ({
  body: { username: at.username, password: 'a quiet harbour', email: `${by}@unknown.example` },
});
const UNKNOWN = { body: { email: 'nobody-here@unknown.example' } };

/** The request of each row. It names what belongs to the owner, for every sender. */
export const REQUESTS: Requests = {
  auth: {
    user: NOTHING,
    session: NOTHING,
    register: account,
    login: (_, by) => ({ body: { username: `nobody-${by}`, password: 'a quiet harbour' } }),
    guest: NOTHING,
    logout: NOTHING,
    forgotPassword: () => UNKNOWN,
    verifyEmail: (at) => ({ body: { token: '000000', email: at.email } }),
    resetPassword: (at) => ({
      body: {
        token: '000000',
        newPassword: 'a quiet harbour',
        email: at.email,
      },
    }),
    resendVerification: () => UNKNOWN,
    upgrade: account,
  },
  system: { health: NOTHING, probe: NOTHING, clientConfig: NOTHING, heartbeat: NOTHING },
  users: { online: NOTHING, ownStats: NOTHING, get: ofOwner, stats: ofOwner, onlineStats: ofOwner },
  matchmaking: { join: () => ({ body: { betAmount: 1_000_000 } }), leave: NOTHING },
  games: {
    history: (at) => ({ query: { userId: ownerOf(at).id } }),
    get: ({ gameId }) => ({ params: { id: gameId } }),
    move: ({ gameId }) => ({ params: { id: gameId }, body: { position: 5 } }),
  },
  rooms: {
    create: () => ({ body: { betAmount: 5_000 } }),
    join: ({ room }) => ({ body: { code: room.code, role: 'spectator' } }),
    preview: ({ room }) => ({ query: { code: room.code } }),
    invite: (at) => ({ ...ofRoom(at), body: { invitedId: at.bystander.user.id } }),
    participants: ofRoom,
    leave: ofRoom,
    startGame: ofRoom,
  },
  invitations: {
    list: NOTHING,
    respond: ({ invitationId }) => ({ params: { id: invitationId }, body: { response: 'rejected' } }),
  },
  playAgain: {
    request: ({ gameId, players }) => ({ body: { gameId, requestedUserId: players.opponent.user.id } }),
    respond: ({ rematchId }) => ({ body: { requestId: rematchId, response: 'rejected' } }),
    requests: NOTHING,
  },
  coins: { award: (at) => ({ body: { userId: ownerOf(at).id, amount: 100, reason: 'ai_win' } }) },
  emojis: {
    list: NOTHING,
    owned: NOTHING,
    send: ({ gameId, players }) => ({
      body: { gameId, emojiId: 'owl', recipientPlayerId: players.opponent.user.id },
    }),
  },
  shop: {
    pieceStyles: NOTHING,
    purchasePieceStyle: () => ({ body: { styleName: 'lotus' } }),
    activatePieceStyle: () => ({ body: { styleName: 'lotus' } }),
    purchaseEmoji: () => ({ body: { emojiId: 'fox' } }),
    frames: NOTHING,
    ownedFrames: NOTHING,
    purchaseFrame: () => ({ body: { frameId: 'firestorm' } }),
    activateFrame: () => ({ body: { frameId: 'firestorm' } }),
  },
  rewards: { list: NOTHING, claim: () => ({ body: { reward: 'tutorial' } }) },
  gifts: {
    send: (at) => ({ body: { recipientId: ownerOf(at).id, amount: 1 } }),
    allowance: NOTHING,
    unseen: NOTHING,
    seen: ({ giftId }) => ({ params: { id: giftId } }),
  },
  profile: {
    update: (_, by) => ({ body: { displayName: `The ${by}` } }),
    player: ofOwner,
    frame: ofOwner,
    search: (at) => ({ body: { name: at.username } }),
  },
  blocks: { list: NOTHING, block: ofOwner, unblock: ofOwner },
  friends: {
    list: NOTHING,
    requests: NOTHING,
    request: (at) => ({ body: { requestedId: ownerOf(at).id } }),
    respond: ({ friendRequestId }) => ({ body: { requestId: friendRequestId, response: 'rejected' } }),
    remove: ofOwner,
    headToHead: (at) => ({
      params: { userId: ownerOf(at).id, friendId: at.players.opponent.user.id },
    }),
  },
  chat: {
    send: (at) => ({ body: { targetUserId: ownerOf(at).id, message: 'hello' } }),
    history: withOwner,
    read: withOwner,
  },
  achievements: {
    own: NOTHING,
    of: withOwner,
    sync: NOTHING,
    selectBorder: () => ({ body: { achievementType: null } }),
    themes: NOTHING,
  },
  leaderboard: { weekly: NOTHING, allTime: NOTHING, timeLeft: NOTHING },
  progress: {
    levelUps: NOTHING,
    acknowledge: (at) => ({ params: { id: at.levelUpId } }),
    rankPopup: NOTHING,
    rankSeen: () => ({ body: { weekNumber: 1, year: 2020 } }),
  },
};
