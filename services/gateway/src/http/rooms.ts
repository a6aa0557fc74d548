import { Role, type RoomState } from '@fifteen/proto/room';
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Again } from '../again.ts';
import type { Cards } from '../cards.ts';
import type { Inside } from '../hub.ts';
import type { Rooms } from '../rooms.ts';
import { againOf, invitationOf } from '../saying.ts';
import { wholeRoom } from '../telling.ts';
import { gameOf, isActive, participantsOf, roomOf, type Show } from '../translate.ts';
import type { Handlers } from './handler.ts';
import { keyIn } from './idempotency.ts';

interface Parts {
  rooms: Rooms;
  again: Again;
  cards: Cards;
}

/** Rooms; each act is the same as over the socket. */
export const roomHandlers = ({ rooms, cards: { shown } }: Parts): Handlers<'rooms'> => ({
  create: async (incoming) => {
    const { room, away } = await rooms.create(incoming, keyOf(incoming.request), incoming.body);
    return wholeRoom({ state: room, away }, shown);
  },
  join: async (incoming) =>
    insideOf(await rooms.join(incoming, incoming.body.code, incoming.body.role), shown),
  preview: async (incoming) => previewOf(await rooms.preview(incoming, incoming.query.code), shown),
  invite: async (incoming) => {
    const invitation = await rooms.invite(incoming, incoming.params.id, incoming.body.invitedId);
    return { invitation: invitationOf(invitation, shown) };
  },
  participants: async ({ params, who }) => {
    const { room, away } = await rooms.look(who.userId, params.id);
    return participantsOf(room, shown, away);
  },
  leave: async (incoming) => {
    await rooms.leave(incoming, incoming.params.id);
    return undefined;
  },
  startGame: async (incoming) => {
    const state = await rooms.start(incoming, incoming.params.id);
    return { game: gameOf(state, shown, Date.now()) };
  },
});

/** Invitations to rooms. */
export const invitationHandlers = ({ rooms, cards: { shown } }: Parts): Handlers<'invitations'> => ({
  list: async ({ who }) =>
    (await rooms.invitations(who.userId)).map((invitation) => invitationOf(invitation, shown)),
  respond: async (incoming) => {
    const accept = incoming.body.response === 'accepted';
    const { invitation, inside } = await rooms.answerInvitation(incoming, incoming.params.id, accept);
    return { invitation: invitationOf(invitation, shown), ...(inside && insideOf(inside, shown)) };
  },
});

/** Another game of the same two. */
export const playAgainHandlers = ({ again, cards: { shown } }: Parts): Handlers<'playAgain'> => ({
  request: async ({ who, body }) => {
    const request = await again.ask(who.userId, body.requestedUserId, body.gameId);
    return { request: againOf(request, shown) };
  },
  respond: async ({ who, body }) => {
    const request = await again.answer(who.userId, body.requestId, body.response === 'accepted');
    return { request: againOf(request, shown) };
  },
  requests: async ({ who }) => (await again.requests(who.userId)).map((request) => againOf(request, shown)),
});

/** What is shown of a room before it is entered: its host, its bet, and whether there is a seat. */
function previewOf(state: RoomState, show: Show) {
  const { code, status, betAmount, maxPlayers } = roomOf(state, []);
  const players = state.participants.filter(({ role }) => role === Role.PLAYER).length;
  const hostName = show(state.ownerId).displayName;
  return { code, status, betAmount, maxPlayers, hostName, freeSeats: Math.max(0, 2 - players) };
}

/** A room as somebody finds it who comes in, with its game when one runs. */
export const insideOf = ({ room, game, away }: Inside, show: Show) => ({
  ...wholeRoom({ state: room, away }, show),
  ...(game && isActive(game) ? { game: gameOf(game, show, Date.now()) } : {}),
});

/** What makes a repeat of a request the same request: its Idempotency-Key, or nothing. */
function keyOf({ headers }: FastifyRequest): string {
  const key = keyIn(headers);
  return key ? createHash('sha256').update(key).digest('base64url') : randomUUID();
}
