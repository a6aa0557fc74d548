import { z } from 'zod';
import {
  CELLS,
  type ErrorCode,
  type GameId as Game,
  ID_MAX,
  ID_PATTERN,
  isLineText,
  isVisible,
  normaliseText,
  REQUEST_ID_MAX,
  type RoomId as Room,
  type UserId as User,
} from '@fifteen/domain';

/** Scalar types of the contract. Values are not coerced: `"8"` is not a position. */

/** An opaque id. Its characters are restricted, so that it is valid in paths, keys and logs. */
export const Id = z
  .string()
  .max(ID_MAX)
  .regex(ID_PATTERN, 'must be an id')
  .describe('Opaque, 1 to 64 characters');

/** The id of a user or bot. Parsing brands ids, so that a handler cannot confuse their kinds. */
export const UserId = Id as unknown as z.ZodType<User, string>;
/** The id of a game, branded; `local-game…` for one that no server knows. */
export const GameId = Id as unknown as z.ZodType<Game, string>;
/** The id of a room, branded. Users join by its code instead. */
export const RoomId = Id as unknown as z.ZodType<Room, string>;

/** The code of a room, as its user types it: without blanks around it, in capitals. May be empty. */
export const RoomCode = z
  .string({ error: 'ROOM_CODE_REQUIRED' })
  .max(ID_MAX, `must have at most ${ID_MAX} characters`)
  .trim()
  .toUpperCase()
  .refine(isLineText, 'must be plain text');

/** Chosen by the client and echoed in the response. A repeat with the same id is the same request of that user. */
export const RequestId = z
  .string()
  .min(1)
  .max(REQUEST_ID_MAX)
  .refine(isLineText, 'must be plain text')
  .describe('Chosen by the client, echoed; 1 to 64 characters');

/**
 * One line of text for other users, in NFC, trimmed. `tooShort` is the error code of a text below `min` or, if there has
 * to be one, of which nothing can be seen; `invalid` that of a text above `max` or with characters that a line must not
 * have.
 */
export const singleLineText = (min: number, max: number, tooShort?: ErrorCode, invalid?: ErrorCode) =>
  z
    .string()
    .max(max * 4, invalid)
    .overwrite(normaliseText)
    .min(min, tooShort)
    .max(max, invalid)
    .refine(isLineText, invalid ?? 'must be plain text')
    .refine((text) => min === 0 || isVisible(text), tooShort ?? 'must be visible');

/** The mark of a seat. */
export const Mark = z.enum(['X', 'O']);
export type Mark = z.infer<typeof Mark>;

/** A cell that exists. A move of a client may have any integer: the game returns its own error for it. */
export const Position = z.int().min(1).max(CELLS).describe('1 to 15, row by row');

/** The number of a move in its game. */
export const Ply = z
  .int()
  .min(1)
  .max(CELLS)
  .describe('The number of the move in its game, from 1. A move that would have another number is rejected');

/** Whole coins, below 2^53. */
export const Coins = z.int().min(0).describe('Whole coins');
/** A number of things, or a rank, level, week or year. */
export const Count = z.int().min(0);

/** ISO 8601, UTC. */
export const Instant = z.iso.datetime().describe('ISO 8601, UTC');
/** Milliseconds since the epoch. */
export const Millis = z.number().min(0).describe('Milliseconds since the epoch');

/** A response to a request. */
export const RequestDecision = z.enum(['accepted', 'rejected']);
/** The role of a user in a room. */
export const ParticipantRole = z.enum(['player', 'spectator']);
export type ParticipantRole = z.infer<typeof ParticipantRole>;
