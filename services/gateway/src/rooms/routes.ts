import { Role, type RoomState } from '@fifteen/proto/room';
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Rematches } from './rematches.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { RoomSnapshot } from '../realtime/fanout.ts';
import type { Rooms } from './rooms.ts';
import { toRematchRequest, toInvitation } from '../realtime/room-messages.ts';
import { toRoomWithParticipants } from '../realtime/game-update-differ.ts';
import { toGame, isActive, toParticipants, toRoom, type ProfileLookup } from '../translation/game.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import { idempotencyKey } from '../edge/idempotency.ts';

interface Deps {
  rooms: Rooms;
  again: Rematches;
  profiles: ProfileCache;
}

/** Rooms; each act is the same as over the socket. */
export const roomRoutes = ({ rooms, profiles: { lookup } }: Deps): RouteHandlers<'rooms'> => ({
  create: async (incoming) => {
    const { room, offlineSince } = await rooms.create(incoming, keyOf(incoming.request), incoming.body);
    return toRoomWithParticipants({ state: room, offlineSince }, lookup);
  },
  join: async (incoming) =>
    toJoinedRoom(await rooms.join(incoming, incoming.body.code, incoming.body.role), lookup),
  preview: async (incoming) => previewOf(await rooms.preview(incoming, incoming.query.code), lookup),
  invite: async (incoming) => {
    const invitation = await rooms.invite(incoming, incoming.params.id, incoming.body.invitedId);
    return { invitation: toInvitation(invitation, lookup) };
  },
  participants: async ({ params, caller }) => {
    const { room, offlineSince } = await rooms.view(caller.userId, params.id);
    return toParticipants(room, lookup, offlineSince);
  },
  leave: async (incoming) => {
    await rooms.leave(incoming, incoming.params.id);
    return undefined;
  },
  startGame: async (incoming) => {
    const state = await rooms.start(incoming, incoming.params.id);
    return { game: toGame(state, lookup, Date.now()) };
  },
});

/** Invitations to rooms. */
export const invitationRoutes = ({ rooms, profiles: { lookup } }: Deps): RouteHandlers<'invitations'> => ({
  list: async ({ caller }) =>
    (await rooms.invitations(caller.userId)).map((invitation) => toInvitation(invitation, lookup)),
  respond: async (incoming) => {
    const accept = incoming.body.response === 'accepted';
    const { invitation, inside } = await rooms.respondToInvitation(incoming, incoming.params.id, accept);
    return { invitation: toInvitation(invitation, lookup), ...(inside && toJoinedRoom(inside, lookup)) };
  },
});

/** Another game of the same two. */
export const rematchRoutes = ({ again, profiles: { lookup } }: Deps): RouteHandlers<'playAgain'> => ({
  request: async ({ caller, body }) => {
    const request = await again.request(caller.userId, body.requestedUserId, body.gameId);
    return { request: toRematchRequest(request, lookup) };
  },
  respond: async ({ caller, body }) => {
    const request = await again.respond(caller.userId, body.requestId, body.response === 'accepted');
    return { request: toRematchRequest(request, lookup) };
  },
  requests: async ({ caller }) =>
    (await again.pending(caller.userId)).map((request) => toRematchRequest(request, lookup)),
});

/** What is shown of a room before it is entered: its host, its bet, and whether there is a seat. */
function previewOf(state: RoomState, profileOf: ProfileLookup) {
  const { code, status, betAmount, maxPlayers } = toRoom(state, []);
  const players = state.participants.filter(({ role }) => role === Role.PLAYER).length;
  const hostName = profileOf(state.ownerId).displayName;
  return { code, status, betAmount, maxPlayers, hostName, freeSeats: Math.max(0, 2 - players) };
}

/** A room as somebody finds it who comes in, with its game when one runs. */
export const toJoinedRoom = ({ room, game, offlineSince }: RoomSnapshot, profileOf: ProfileLookup) => ({
  ...toRoomWithParticipants({ state: room, offlineSince }, profileOf),
  ...(game && isActive(game) ? { game: toGame(game, profileOf, Date.now()) } : {}),
});

/** What makes a repeat of a request the same request: its Idempotency-Key, or nothing. */
function keyOf({ headers }: FastifyRequest): string {
  const key = idempotencyKey(headers);
  return key ? createHash('sha256').update(key).digest('base64url') : randomUUID();
}
