import { z } from 'zod';
import { DIFFICULTIES } from '@fifteen/domain';
import { Coins, Count, Id, Instant, Mark, Millis, Position, ParticipantRole } from '../scalars.ts';
import { displayFields, PlayerInfo, TrustedText, TrustedTextOrNull } from './people.ts';

/** Games and rooms, as a browser receives them (docs/spec/play.md#play-3). */

const cells = z.literal(Array.from({ length: 15 }, (_, i) => String(i + 1)));

/** A whole game (docs/spec/play.md#play-3.1): with it, a client needs no earlier message. */
export const Game = z
  .object({
    id: Id,
    roomId: Id.nullable(),
    status: z.enum(['active', 'finished', 'abandoned']),
    gameMode: z.enum(['ai', 'pass-play', 'online']),
    board: z.partialRecord(cells, Mark).describe('Position to mark; free cells are missing'),
    currentPlayer: Mark,
    lastMove: Position.nullable(),
    lastMoveAt: Instant.nullable(),
    serverTime: Millis,
    timeRemaining: z.number().min(0).describe('Seconds left in this turn'),
    winningPositions: z.array(Position).nullable(),
    winner: Mark.nullable().describe(
      'Also of a game that a player has left; null for a draw and an active game',
    ),
    finishedAt: Instant.nullable().describe('null while active'),
    playerXId: Id,
    playerOId: Id,
    playerXInfo: PlayerInfo.nullable(),
    playerOInfo: PlayerInfo.nullable(),
    aiDifficulty: z.enum(DIFFICULTIES).nullable(),
    autoPlayActive: Mark.nullable().describe('Seat on auto-play; if both are, the one on turn'),
    autoPlaySeats: z.array(Mark).optional().describe('All seats on auto-play'),
    betAmount: Coins,
    syncTimestamp: Millis,
    timestamp: Millis,
    version: Count.describe('0 at the start, +1 with every change; a client ignores older versions'),
    moves: z.array(Position).max(15).describe('In the order they were played; X begins'),
  })
  .meta({ id: 'Game', description: 'A whole game' });
export type Game = z.infer<typeof Game>;

/** The end of a game (docs/spec/play.md#play-3.2), sent when its stakes are paid, or after 500 ms. */
export const GameResult = z
  .object({
    gameId: Id,
    roomId: Id.nullable(),
    winner: Mark.nullable(),
    condition: z.enum(['draw', 'horizontal', 'vertical', 'diagonal', 'abandonment', 'unknown']),
    winnerInfo: PlayerInfo.nullable(),
    betAmount: Coins,
    isAbandonmentWin: z.boolean(),
    abandonmentMessage: TrustedTextOrNull,
    playerXInfo: PlayerInfo.nullable(),
    playerOInfo: PlayerInfo.nullable(),
    game: Game,
  })
  .meta({ id: 'GameResult', description: 'How a game ended' });
export type GameResult = z.infer<typeof GameResult>;

/** A player or spectator in a room (docs/spec/play.md#play-3.3). */
export const Participant = z
  .object({
    id: Id,
    userId: Id,
    role: ParticipantRole,
    awaySince: Instant.nullable()
      .optional()
      .describe('When the last connection of the user closed; null while the user is online'),
    agreed: z
      .boolean()
      .optional()
      .describe('Joined as a player and has not played since: consent to one game at the bet of the room'),
    user: z.object({ firstName: TrustedTextOrNull, username: TrustedText, ...displayFields }),
  })
  .meta({ id: 'Participant', description: 'A participant of a room' });
export type Participant = z.infer<typeof Participant>;

/** A room with its participants (docs/spec/play.md#play-3.3), for those who may see it. */
export const Room = z
  .object({
    id: Id,
    code: TrustedText.describe('8 characters of A-Z and 2-9, without I and O'),
    name: TrustedText,
    status: z.enum(['waiting', 'playing', 'active']),
    ownerId: Id,
    participants: z.array(Participant),
    maxPlayers: z.literal([2, 4]),
    isPrivate: z.boolean(),
    betAmount: Coins,
    createdAt: Instant,
  })
  .meta({ id: 'Room', description: 'A room' });
export type Room = z.infer<typeof Room>;

/** What the link to a public room shows, without a session as well. */
export const RoomPreview = Room.pick({ code: true, status: true, betAmount: true, maxPlayers: true })
  .extend({
    hostName: TrustedText.describe('Of the owner'),
    freeSeats: z.int().min(0).max(2).describe('Free seats of players'),
  })
  .meta({ id: 'RoomPreview', description: 'A room, as users see it before they enter' });
export type RoomPreview = z.infer<typeof RoomPreview>;

/** A rematch request (docs/spec/play.md#play-4.7), for the two players; valid for 60 s. */
export const PlayAgainRequest = z
  .object({
    id: Id,
    requestId: Id.describe('Equal to `id`'),
    requesterId: Id,
    requestedId: Id,
    gameId: Id,
    status: z.enum(['pending', 'accepted', 'rejected']),
    requestedAt: Instant,
    requester: z.object({ firstName: TrustedTextOrNull, username: TrustedText, ...displayFields }),
  })
  .meta({ id: 'PlayAgainRequest', description: 'A request for a rematch' });
export type PlayAgainRequest = z.infer<typeof PlayAgainRequest>;

/** An invitation to a room (docs/spec/play.md#play-3.3), for the invited user; valid for 10 minutes. */
export const RoomInvitation = z
  .object({
    id: Id,
    status: z.enum(['pending', 'accepted', 'rejected']),
    roomCode: TrustedText,
    inviterName: TrustedText,
    inviter: z.object({ displayName: TrustedText, username: TrustedText }),
    roomId: Id.optional(),
    betAmount: Coins.optional().describe('Stake of each player of the room'),
  })
  .meta({ id: 'RoomInvitation', description: 'An invitation to a room' });
export type RoomInvitation = z.infer<typeof RoomInvitation>;
