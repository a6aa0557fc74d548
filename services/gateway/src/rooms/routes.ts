import type { RoomState } from '@fifteen/proto/room';
import type { FastifyRequest } from 'fastify';
import { digest, requestKey } from '../edge/idempotency.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { RoomSnapshot } from '../realtime/fanout.ts';
import { isActive, toGame } from '../translation/game.ts';
import type { ProfileLookup } from '../translation/player.ts';
import { playersOf, toParticipants, toRoom, toRoomWithParticipants } from '../translation/room.ts';
import type { Rematches } from './rematches.ts';
import { toInvitation, toRematchRequest } from './push-formats.ts';
import type { Rooms } from './rooms.ts';

interface Deps {
  rooms: Rooms;
  rematches: Rematches;
  profiles: ProfileCache;
}

/** Rooms: the same operations as over the socket. */
export const roomRoutes = ({ rooms, profiles: { lookup } }: Deps): RouteHandlers<'rooms'> => ({
  create: async (incoming) => {
    const { room, offlineSince } = await rooms.create(incoming, requestIdOf(incoming.request), incoming.body);
    return toRoomWithParticipants({ state: room, offlineSince }, lookup);
  },
  join: async (incoming) =>
    toRoomResponse(await rooms.join(incoming, incoming.body.code, incoming.body.role), lookup),
  preview: async ({ caller, ip, query }) =>
    previewOf(await rooms.preview({ caller, ip }, query.code), lookup),
  invite: async (incoming) => {
    const invitation = await rooms.invite(incoming, incoming.params.id, incoming.body.invitedId);
    return { invitation: toInvitation(invitation, lookup) };
  },
  participants: async ({ params, caller }) => {
    const { room, offlineSince } = await rooms.view(caller.userId, params.id);
    return toParticipants(room, lookup, offlineSince);
  },
  leave: async (incoming) => {
    await rooms.leave(incoming, incoming.params.id, {
      unlessPlaying: incoming.query.unlessPlaying === 'true',
    });
    return undefined;
  },
  startGame: async (incoming) => {
    const state = await rooms.start(incoming, requestIdOf(incoming.request), incoming.params.id);
    return { game: toGame(state, lookup, Date.now()) };
  },
});

/** Invitations to rooms. */
export const invitationRoutes = ({ rooms, profiles: { lookup } }: Deps): RouteHandlers<'invitations'> => ({
  list: async ({ caller }) =>
    (await rooms.invitations(caller.userId)).map((invitation) => toInvitation(invitation, lookup)),
  respond: async (incoming) => {
    const isAccepted = incoming.body.response === 'accepted';
    const { invitation, entered: joinedRoom } = await rooms.respondToInvitation(
      incoming,
      incoming.params.id,
      isAccepted,
    );
    return {
      invitation: toInvitation(invitation, lookup),
      ...(joinedRoom && toRoomResponse(joinedRoom, lookup)),
    };
  },
});

/** Rematches. */
export const rematchRoutes = ({ rematches, profiles: { lookup } }: Deps): RouteHandlers<'playAgain'> => ({
  request: async ({ caller, body }) => {
    const request = await rematches.request(caller.userId, body.requestedUserId, body.gameId);
    return { request: toRematchRequest(request, lookup) };
  },
  respond: async ({ caller, body }) => {
    const { rematch } = await rematches.respond(caller.userId, body.requestId, body.response === 'accepted');
    return { request: toRematchRequest(rematch, lookup) };
  },
  requests: async ({ caller }) =>
    (await rematches.pending(caller.userId)).map((request) => toRematchRequest(request, lookup)),
});

/** Returns what a user sees of a room before entering it: its host, its bet, and its free seats. */
function previewOf(state: RoomState, profileOf: ProfileLookup) {
  const { code, status, betAmount, maxPlayers } = toRoom(state, []);
  const players = playersOf(state).length;
  const hostName = profileOf(state.ownerId).displayName;
  return { code, status, betAmount, maxPlayers, hostName, freeSeats: Math.max(0, 2 - players) };
}

/** Returns a room for a client that enters it, with its running game. */
export const toRoomResponse = ({ room, game, offlineSince }: RoomSnapshot, profileOf: ProfileLookup) => ({
  ...toRoomWithParticipants({ state: room, offlineSince }, profileOf),
  ...(game && isActive(game) ? { game: toGame(game, profileOf, Date.now()) } : {}),
});

/** Returns the id by which a repeated request is recognised. */
const requestIdOf = ({ headers }: FastifyRequest): string => digest(requestKey(headers));
