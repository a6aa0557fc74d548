import { z } from 'zod';
import {
  DEFAULT_ROOM_BET,
  DEFAULT_ROOM_NAME,
  MAX_PLAYERS,
  ROOM_BETS,
  ROOM_NAME_LENGTH,
} from '@fifteen/domain';
import { Game, Participant, PlayAgainRequest, Room, RoomInvitation, RoomPreview } from '../objects/index.ts';
import { routes } from '../routes.ts';
import {
  GameId,
  Id,
  singleLineText,
  RequestDecision,
  ParticipantRole,
  RoomCode,
  RoomId,
  UserId,
} from '../scalars.ts';
import { call, noContent } from './call.ts';

const byId = z.object({ id: RoomId });
const roomWithParticipants = z.object({ room: Room, participants: z.array(Participant) });

/** Rooms. The socket's create_room, join_room_request, start_game_request and leave_room do the same. */
export const rooms = {
  create: call(routes.rooms.create, {
    summary: 'Create a room as its owner; leaves the present room first',
    body: z.object({
      name: singleLineText(1, ROOM_NAME_LENGTH, 'ROOM_NAME_REQUIRED').default(DEFAULT_ROOM_NAME),
      maxPlayers: z
        .literal(MAX_PLAYERS)
        .default(MAX_PLAYERS[0])
        .describe('2: two players without spectators; 4: two players and up to 50 spectators'),
      betAmount: z.literal(ROOM_BETS, { error: 'INVALID_BET' }).default(DEFAULT_ROOM_BET),
      isPrivate: z.boolean().default(false).describe('Only invited users may enter'),
    }),
    ok: { 201: roomWithParticipants },
    errors: [
      'INVALID_BET',
      'ROOM_NAME_REQUIRED',
      'ROOM_NOT_FOUND',
      'INSUFFICIENT_COINS',
      'STAKE_LIMIT',
      'ALREADY_IN_GAME',
    ],
  }),
  join: call(routes.rooms.join, {
    summary: 'Enter a room by its code; leaves the present room first',
    body: z.object({
      code: RoomCode.min(1, 'ROOM_CODE_REQUIRED'),
      role: ParticipantRole.default('player'),
    }),
    ok: { 200: roomWithParticipants.extend({ game: Game.optional() }) },
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
      'Preview of a room by its code, also without a session; counts as an attempt at a code. Private rooms are not found',
    session: 'optional',
    query: z.object({ code: RoomCode.min(1, 'ROOM_CODE_REQUIRED') }),
    ok: { 200: RoomPreview },
    errors: ['ROOM_CODE_REQUIRED', 'ROOM_NOT_FOUND'],
  }),
  invite: call(routes.rooms.invite, {
    summary: 'Invite a user to the room, as its owner while no game is played',
    params: byId,
    body: z.object({ invitedId: UserId }),
    ok: { 200: z.object({ invitation: RoomInvitation }) },
    errors: [
      'ROOM_NOT_FOUND',
      'USER_NOT_FOUND',
      'BLOCKED',
      'BLOCKED_BY_YOU',
      'NOT_ROOM_OWNER',
      'GAME_RUNNING',
      'ALREADY_IN_ROOM',
      'TOO_MANY_INVITATIONS',
    ],
  }),
  participants: call(routes.rooms.participants, {
    summary: 'Participants of a room',
    params: byId,
    ok: { 200: z.array(Participant) },
    errors: ['ROOM_NOT_FOUND'],
  }),
  leave: call(routes.rooms.leave, {
    summary: 'Leave a room, which loses a running game; outside the room, nothing changes',
    params: byId,
    query: z.object({
      unlessPlaying: z
        .literal('true')
        .optional()
        .describe(
          'Loses no running game: the response is ALREADY_IN_GAME then. One that is still starting is called off',
        ),
    }),
    ok: { 204: noContent },
    errors: ['ALREADY_IN_GAME'],
  }),
  startGame: call(routes.rooms.startGame, {
    summary:
      'Start the next game of the room, as its owner with the consent of both players; the other player may once both have agreed',
    params: byId,
    ok: { 200: z.object({ game: Game }) },
    errors: [
      'ROOM_NOT_FOUND',
      'NOT_ROOM_OWNER',
      'ROOM_NOT_READY',
      'CONSENT_MISSING',
      'INSUFFICIENT_COINS',
      'OPPONENT_SHORT_OF_COINS',
      'STAKE_LIMIT',
      'ALREADY_IN_GAME',
      'GAME_CANCELLED',
    ],
  }),
};

/** Invitations to rooms. */
export const invitations = {
  list: call(routes.invitations.list, {
    summary: 'Pending invitations to the caller, oldest first',
    ok: { 200: z.array(RoomInvitation) },
  }),
  respond: call(routes.invitations.respond, {
    summary: 'Accept an invitation, which joins the room, or decline it',
    params: z.object({ id: Id }),
    body: z.object({ response: RequestDecision }),
    ok: { 200: z.object({ invitation: RoomInvitation, room: Room.optional(), game: Game.optional() }) },
    errors: [
      'INVITATION_NOT_FOUND',
      'ALREADY_ANSWERED',
      'ROOM_NOT_FOUND',
      'BLOCKED_IN_ROOM',
      'ROOM_FULL',
      'INSUFFICIENT_COINS',
      'STAKE_LIMIT',
      'ALREADY_IN_GAME',
    ],
  }),
};

/** Rematches. The socket's play_again_response does the same as `respond`. */
export const playAgain = {
  request: call(routes.playAgain.request, {
    summary: 'Request a rematch of the last online game; it is consent to exactly that rematch, for 60 s',
    body: z.object({ requestedUserId: UserId, gameId: GameId }),
    ok: { 200: z.object({ request: PlayAgainRequest }) },
    errors: [
      'GAME_NOT_FOUND',
      'NOT_A_PLAYER',
      'OPPONENT_LEFT',
      'PLAY_AGAIN_EXISTS',
      'PLAY_AGAIN_AGREED',
      'NOT_LAST_GAME',
      'NOT_YOUR_OPPONENT',
      'OPPONENT_IS_COMPUTER',
      'GAME_RUNNING',
      'BLOCKED',
      'BLOCKED_BY_YOU',
      'INSUFFICIENT_COINS',
      'STAKE_LIMIT',
    ],
  }),
  respond: call(routes.playAgain.respond, {
    summary: 'Accept a rematch, which starts after a countdown with swapped seats, or decline it',
    body: z.object({ requestId: Id, response: RequestDecision }),
    ok: { 200: z.object({ request: PlayAgainRequest }) },
    errors: [
      'PLAY_AGAIN_NOT_FOUND',
      'OPPONENT_LEFT',
      'INSUFFICIENT_COINS',
      'STAKE_LIMIT',
      'ALREADY_ANSWERED',
      'BLOCKED',
      'BLOCKED_BY_YOU',
    ],
  }),
  requests: call(routes.playAgain.requests, {
    summary: 'Pending rematch requests to the caller',
    ok: { 200: z.array(PlayAgainRequest) },
  }),
};
