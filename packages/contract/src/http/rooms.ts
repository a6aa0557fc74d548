import { z } from 'zod';
import {
  DEFAULT_ROOM_BET,
  DEFAULT_ROOM_NAME,
  ID_MAX,
  MAX_PLAYERS,
  ROOM_BETS,
  ROOM_NAME_LENGTH,
} from '@fifteen/domain';
import { Game, Participant, PlayAgainRequest, Room, RoomInvitation, RoomPreview } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { GameId, Id, line, Outcome, Role, RoomId, UserId } from '../scalars.ts';
import { call, nothing } from './call.ts';

const byId = z.object({ id: RoomId });
const entered = z.object({ room: Room, participants: z.array(Participant) });

/** Rooms. The socket's create_room, join_room_request, start_game_request and leave_room do the same. */
export const rooms = {
  create: call(routes.rooms.create, {
    summary: 'Open a room as its owner; the room one is in is left first',
    body: z.object({
      name: line(1, ROOM_NAME_LENGTH, 'ROOM_NAME_REQUIRED').default(DEFAULT_ROOM_NAME),
      maxPlayers: z
        .literal(MAX_PLAYERS)
        .default(MAX_PLAYERS[0])
        .describe('2: nobody watches; 4: two players and up to 50 spectators'),
      betAmount: z.literal(ROOM_BETS, { error: 'INVALID_BET' }).default(DEFAULT_ROOM_BET),
      isPrivate: z.boolean().default(false).describe('Only invited people may enter'),
    }),
    ok: { 201: entered },
    errors: ['INVALID_BET', 'ROOM_NAME_REQUIRED', 'INSUFFICIENT_COINS', 'STAKE_LIMIT', 'ALREADY_IN_GAME'],
  }),
  join: call(routes.rooms.join, {
    summary: 'Enter by code; the room one is in is left first',
    body: z.object({
      code: z
        .string({ error: 'ROOM_CODE_REQUIRED' })
        .max(ID_MAX)
        .trim()
        .toUpperCase()
        .min(1, 'ROOM_CODE_REQUIRED'),
      role: Role.default('player'),
    }),
    ok: { 200: entered.extend({ game: Game.optional() }) },
    errors: [
      'ROOM_CODE_REQUIRED',
      'ROOM_NOT_FOUND',
      'ROOM_FULL',
      'SPECTATORS_NOT_ALLOWED',
      'INSUFFICIENT_COINS',
      'STAKE_LIMIT',
      'ALREADY_IN_GAME',
      'ALREADY_A_PLAYER',
      'BLOCKED_IN_ROOM',
    ],
  }),
  preview: call(routes.rooms.preview, {
    summary:
      'What a code leads to, before one joins, also for visitors without a session; counts as a guess at a code. A private room looks like none',
    session: 'optional',
    query: z.object({ code: z.string().max(ID_MAX).trim().toUpperCase().min(1, 'ROOM_CODE_REQUIRED') }),
    ok: { 200: RoomPreview },
    errors: ['ROOM_CODE_REQUIRED', 'ROOM_NOT_FOUND'],
  }),
  invite: call(routes.rooms.invite, {
    summary: 'Ask somebody into the room, as its owner while nothing is played',
    params: byId,
    body: z.object({ invitedId: UserId }),
    ok: { 200: z.object({ invitation: RoomInvitation }) },
    errors: [
      'ROOM_NOT_FOUND',
      'USER_NOT_FOUND',
      'NOT_ROOM_OWNER',
      'GAME_RUNNING',
      'ALREADY_IN_ROOM',
      'OPPONENT_IS_COMPUTER',
      'TOO_MANY_INVITATIONS',
    ],
  }),
  participants: call(routes.rooms.participants, {
    summary: 'Who is in a room',
    params: byId,
    ok: { 200: z.array(Participant) },
    errors: ['ROOM_NOT_FOUND'],
  }),
  leave: call(routes.rooms.leave, {
    summary: 'Leave; a running game is lost by it. Not being there is no error',
    params: byId,
    ok: { 204: nothing },
    errors: ['ROOM_NOT_FOUND'],
  }),
  startGame: call(routes.rooms.startGame, {
    summary: "Start the room's next game, as its owner and with both players' consent",
    params: byId,
    ok: { 200: z.object({ game: Game }) },
    errors: [
      'ROOM_NOT_FOUND',
      'NOT_ROOM_OWNER',
      'ROOM_NOT_READY',
      'CONSENT_MISSING',
      'INSUFFICIENT_COINS',
      'STAKE_LIMIT',
      'ALREADY_IN_GAME',
      'GAME_CANCELLED',
    ],
  }),
};

/** Invitations to rooms. */
export const invitations = {
  list: call(routes.invitations.list, {
    summary: "One's pending invitations, oldest first",
    ok: { 200: z.array(RoomInvitation) },
  }),
  respond: call(routes.invitations.respond, {
    summary: 'Accept (which joins the room) or decline',
    params: z.object({ id: Id }),
    body: z.object({ response: Outcome }),
    ok: { 200: z.object({ invitation: RoomInvitation, room: Room.optional(), game: Game.optional() }) },
    errors: [
      'INVITATION_NOT_FOUND',
      'ALREADY_ANSWERED',
      'ROOM_NOT_FOUND',
      'ROOM_FULL',
      'INSUFFICIENT_COINS',
      'STAKE_LIMIT',
      'ALREADY_IN_GAME',
    ],
  }),
};

/** Another game of the same two. The socket's play_again_response does the same as `respond`. */
export const playAgain = {
  request: call(routes.playAgain.request, {
    summary:
      "Ask the opponent of one's last online game for another, as consent to exactly that one, for 60 s",
    body: z.object({ requestedUserId: UserId, gameId: GameId }),
    ok: { 200: z.object({ request: PlayAgainRequest }) },
    errors: [
      'GAME_NOT_FOUND',
      'NOT_A_PLAYER',
      'OPPONENT_LEFT',
      'PLAY_AGAIN_EXISTS',
      'PLAY_AGAIN_FAILED',
      'GAME_NOT_READY',
      'GAME_RUNNING',
      'INSUFFICIENT_COINS',
    ],
  }),
  respond: call(routes.playAgain.respond, {
    summary: 'Accept (the game starts after a countdown, seats swapped) or decline',
    body: z.object({ requestId: Id, response: Outcome }),
    ok: { 200: z.object({ request: PlayAgainRequest }) },
    errors: ['PLAY_AGAIN_NOT_FOUND', 'OPPONENT_LEFT', 'INSUFFICIENT_COINS', 'ALREADY_ANSWERED'],
  }),
  requests: call(routes.playAgain.requests, {
    summary: 'Requests that wait for an answer of mine',
    ok: { 200: z.array(PlayAgainRequest) },
  }),
};
