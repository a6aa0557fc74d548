import type { RoomService } from '@fifteen/proto/room';
import type { Access, Handlers } from '@fifteen/runtime';
import { againRequests, answerAgain, askAgain } from './again.ts';
import { createRoom } from './create.ts';
import { answerInvitation, invitationsOf, invite } from './invitations.ts';
import { joinRoom } from './join.ts';
import { leaveRoom } from './leave.ts';
import { createMatch, matchExists } from './match.ts';
import type { Parts } from './parts.ts';
import { requireStake } from './stake.ts';
import { startGame } from './start.ts';
import { currentRoom, viewRoom } from './view.ts';

/** Only the queue makes matches; people act through the gateway. */
export const access: Access<typeof RoomService> = {
  createMatch: ['matchmaking'],
  getMatch: ['matchmaking'],
  maySit: ['matchmaking'],
  current: ['gateway', 'matchmaking', 'admin'],
  get: ['gateway', 'admin'],
  leave: ['gateway'],
  create: ['gateway'],
  join: ['gateway'],
  start: ['gateway'],
  invite: ['gateway'],
  invitations: ['gateway'],
  answerInvitation: ['gateway'],
  askAgain: ['gateway'],
  answerAgain: ['gateway'],
  againRequests: ['gateway'],
};

export const handlers = (parts: Parts): Handlers<typeof RoomService> => ({
  createMatch: (request) => createMatch(parts, request),
  getMatch: async ({ matchId }) => ({ exists: await matchExists(parts, matchId) }),
  maySit: async ({ userId, bet }) => {
    await requireStake(parts, userId, bet);
    return {};
  },
  current: ({ userId }) => currentRoom(parts, userId),
  get: (request) => viewRoom(parts, request),
  leave: async ({ roomId, userId }) => {
    await leaveRoom(parts, roomId, userId);
    return {};
  },
  create: (request) => createRoom(parts, request),
  join: (request) => joinRoom(parts, request),
  start: (request) => startGame(parts, request),
  invite: (request) => invite(parts, request),
  invitations: async ({ userId }) => ({ invitations: await invitationsOf(parts, userId) }),
  answerInvitation: (request) => answerInvitation(parts, request),
  askAgain: (request) => askAgain(parts, request),
  answerAgain: (request) => answerAgain(parts, request),
  againRequests: async ({ userId }) => ({ requests: await againRequests(parts, userId) }),
});
