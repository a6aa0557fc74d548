/**
 * The error catalogue (docs/spec/play.md#play-5, docs/spec/play.md#play-8, docs/spec/around-play.md#around-8): all errors that a client can get, in the texts of the specification.
 * Services throw these codes; the gateway gives them their status and text. `{name}` is filled from the error's details.
 */

interface Entry {
  /** HTTP status; over a socket it only distinguishes errors of the client and the server. */
  status: number;
  message: string;
  /** Short title, where the specification has one; else the message. */
  error?: string;
  /** The thrower's own words go to the client in place of `message`. */
  open?: true;
  /** What fills the message when the details do not. */
  defaults?: Record<string, string | number>;
}

const entries = {
  // Anything
  INVALID: { status: 400, message: 'Invalid request', open: true },
  INVALID_REQUEST: { status: 400, message: 'Invalid request', open: true },
  INVALID_MESSAGE: { status: 400, message: 'Invalid message', open: true },
  UNKNOWN_MESSAGE: { status: 400, message: 'Unknown message type' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  FORBIDDEN: { status: 403, message: 'Access denied', open: true },
  FOREIGN_ORIGIN: { status: 403, message: 'Access denied' },
  NOT_FOUND: { status: 404, message: 'Not found', open: true },
  USER_NOT_FOUND: { status: 404, message: 'Player not found' },
  CONFLICT: { status: 409, message: 'Conflict', open: true },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Payload too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Unsupported media type' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests' },
  INTERNAL: { status: 500, message: 'An error occurred. Please try again.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service unavailable. Please try again.' },

  // Accounts
  INVALID_CREDENTIALS: { status: 401, message: 'Please check your credentials and try again.' },
  NEEDS_VERIFICATION: { status: 403, message: 'Please verify your email before logging in' },
  USERNAME_REQUIRED: { status: 400, message: 'Username required' },
  USERNAME_INVALID: {
    status: 400,
    message: 'Please choose a username of 1 to 32 plain characters without "@"',
  },
  USERNAME_RESERVED: { status: 400, message: 'This username is reserved' },
  USERNAME_TAKEN: { status: 409, message: 'Username already taken' },
  EMAIL_REQUIRED: {
    status: 400,
    error: 'Email required',
    message: 'Please provide an email address to register',
  },
  EMAIL_INVALID: { status: 400, message: 'Please enter a valid email address' },
  EMAIL_TAKEN: { status: 409, message: 'Email already registered' },
  PASSWORD_REQUIRED: { status: 400, message: 'Password required' },
  PASSWORD_TOO_SHORT: { status: 400, message: 'Password must be at least 6 characters long' },
  PASSWORD_TOO_LONG: { status: 400, message: 'Password must be at most 128 characters long' },
  PASSWORD_TOO_COMMON: { status: 400, message: 'This password is too common. Please choose another one.' },
  PASSWORD_INVALID: { status: 400, message: 'This password has characters that cannot be used' },
  PASSWORDS_DIFFER: { status: 400, message: 'Passwords do not match' },
  VERIFICATION_CODE_REQUIRED: { status: 400, message: 'Please enter your verification code' },
  VERIFICATION_CODE_INVALID: { status: 400, message: 'Verification code must be 6 digits' },
  RESET_CODE_REQUIRED: { status: 400, message: 'Please enter your reset code' },
  RESET_CODE_INVALID: { status: 400, message: 'Reset code must be 6 digits' },
  INVALID_CODE: { status: 400, message: 'This code is wrong or has expired. Please request a new one.' },
  NOT_A_GUEST: { status: 403, message: 'Only a guest account can be upgraded' },

  // A game (5)
  GAME_NOT_READY: { status: 409, error: 'Game not ready', message: 'Please wait for the game to start...' },
  GAME_NOT_FOUND: { status: 404, message: 'Game not found' },
  GAME_NOT_ACTIVE: { status: 409, error: 'Game not active', message: 'Start a new game to play' },
  INVALID_MOVE: { status: 400, error: 'Invalid move', message: 'There is no such position on the board' },
  POSITION_OCCUPIED: { status: 409, error: 'Invalid move', message: 'Position already occupied' },
  POSITION_LOCKED: {
    status: 409,
    error: 'Position Locked',
    message: 'Position 8 is locked on the first move',
  },
  NOT_A_PLAYER: { status: 403, error: 'Not a player', message: 'You are not a player in this game' },
  NOT_YOUR_TURN: {
    status: 409,
    error: 'Not your turn',
    message: 'Waiting for {player} to make a move',
    defaults: { player: 'your opponent' },
  },
  AUTO_PLAY_NOT_ACTIVE: { status: 409, message: 'Auto-play is not active' },

  // Rooms and matchmaking (5, 8)
  INSUFFICIENT_COINS: {
    status: 403,
    error: 'Insufficient Coins',
    message: 'You need {coins} coins to play online. Win AI games to earn coins!',
    defaults: { coins: 1000 },
  },
  STAKE_LIMIT: {
    status: 403,
    error: 'Bet Too High',
    message:
      'New players can bet up to {coins} coins a game. Finish {games} games with other people to bet more.',
    defaults: { coins: 50_000, games: 20 },
  },
  INVALID_BET: { status: 400, message: 'Please choose one of the offered bets' },
  ALREADY_IN_GAME: { status: 409, message: 'You are already in a game' },
  ROOM_NOT_FOUND: { status: 404, message: 'Room not found' },
  ROOM_FULL: { status: 409, message: 'Room is full' },
  ROOM_CODE_REQUIRED: { status: 400, message: 'Please enter a room code' },
  ROOM_NAME_REQUIRED: { status: 400, message: 'Room name is required' },
  SPECTATORS_NOT_ALLOWED: { status: 403, message: 'This room does not allow spectators' },
  NOT_ROOM_OWNER: { status: 403, message: 'Only the room owner can do that' },
  GAME_RUNNING: { status: 409, message: 'Not while a game is running' },
  OPPONENT_NOT_FOUND: { status: 404, message: 'Opponent not found' },
  EMOJI_NOT_OWNED: { status: 403, error: 'Could not send emoji', message: "You don't own this emoji" },
  EMOJI_NOT_ONLINE: {
    status: 400,
    error: 'Could not send emoji',
    message: 'Cannot send emoji in this game mode',
  },
  OPPONENT_LEFT: { status: 409, error: 'Cannot Play Again', message: 'Your opponent has left the room' },
  TOO_MANY_INVITATIONS: {
    status: 429,
    message: 'This player has too many open invitations. Please try again later.',
  },
  ROOM_NOT_READY: { status: 409, message: 'Game is not active yet. Please wait...' },
  CONSENT_MISSING: { status: 409, message: 'The other player has not agreed to this game yet' },
  MATCH_FAILED: { status: 409, message: 'Connection issue. Please try again.', error: 'Connection Error' },
  TIMEOUT: { status: 408, message: 'No opponent found. Please try again.' },
  QUEUE_UNAVAILABLE: { status: 503, message: 'Matchmaking queue error. Please try again.' },
  PLAY_AGAIN_EXISTS: {
    status: 409,
    message: "You've already sent a play again request for this game",
  },
  PLAY_AGAIN_FAILED: {
    status: 409,
    error: 'Cannot Play Again',
    message: 'Unable to start play again. Please try again.',
  },

  // Profile and pictures (docs/spec/around-play.md#around-5.3)
  DISPLAY_NAME_REQUIRED: { status: 400, message: 'Enter your display name' },
  DISPLAY_NAME_INVALID: { status: 400, message: 'Please choose a display name of 1 to 32 plain characters' },
  PICTURE_TYPE: { status: 400, error: 'Invalid file type', message: 'Please select an image file' },
  PICTURE_TOO_LARGE: { status: 413, error: 'File too large', message: 'Please select an image under 1MB' },
  PICTURE_INVALID: { status: 400, error: 'Upload failed', message: 'Failed to read the image file' },

  // Friends, chat and gifts (docs/spec/around-play.md#around-5, docs/spec/around-play.md#around-8)
  REQUEST_EXISTS: { status: 409, message: 'Friend request already exists between you and this user' },
  REQUESTS_WAITING: {
    status: 409,
    message: 'Too many of your friend requests wait for an answer. You can send more when some are answered.',
  },
  ALREADY_FRIENDS: { status: 409, message: 'You are already friends with this user' },
  NOT_YOURSELF: { status: 400, message: 'You cannot do that to yourself' },
  NOT_FRIENDS: { status: 403, message: 'You can only do that with friends' },
  BLOCKED: { status: 403, message: 'You have been blocked by this user' },
  GIFT_AMOUNT: {
    status: 400,
    error: 'Invalid Amount',
    message: 'Please enter a valid gift amount (minimum 1 coin).',
  },
  GIFT_TOO_MUCH: {
    status: 403,
    error: 'Insufficient Coins',
    message: 'You only have {coins} coins available.',
    defaults: { coins: 0 },
  },
  GIFT_FROM_GUEST: {
    status: 403,
    error: 'Failed to Send Gift',
    message: 'Guests can receive gifts but not send them.',
  },
  GIFT_HELD: {
    status: 403,
    error: 'Failed to Send Gift',
    message: 'You can send gifts again 24 hours after your password was reset.',
  },
  GIFT_LIMIT: {
    status: 429,
    error: 'Failed to Send Gift',
    message: 'You have reached the limit for gifts for now. A new account can give up to 1,000 coins a day.',
  },

  // The shop (docs/spec/around-play.md#around-5.5, docs/spec/around-play.md#around-8)
  PRICE_CHANGED: {
    status: 409,
    error: 'Purchase Failed',
    message: 'The price has changed. Please look again.',
  },
  TOO_EXPENSIVE: {
    status: 403,
    error: 'Insufficient Coins',
    message: 'Insufficient Coins: you need {coins} coins to purchase this.',
    defaults: { coins: 0 },
  },
  ALREADY_OWNED: { status: 409, error: 'Purchase Failed', message: 'You already own this' },
  NOT_OWNED: { status: 403, message: "You don't own this" },
  BORDER_LOCKED: { status: 403, message: 'Failed to update achievement border' },

  // The reward for a win against the computer
  INVALID_AMOUNT: { status: 400, message: 'A win against the AI is worth 100 coins' },
  AWARD_LIMIT: {
    status: 429,
    message: "You have earned all of today's rewards against the computer. There are more tomorrow.",
  },
  INVALID_GAME: { status: 400, message: 'This game is not a win against the AI' },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof entries;

/** Every code of the catalogue. */
export const errorCodes = Object.keys(entries) as readonly ErrorCode[];

/** An entry of the catalogue with its texts as they go to the client. */
export interface CatalogueError {
  code: ErrorCode;
  status: number;
  error: string;
  message: string;
}

/** Whether `code` is in the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(entries, code);
}

/** The HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return entries[code].status;
}

/**
 * Returns the error as a client gets it. An unknown code becomes INTERNAL, so that no internal text is ever shown.
 * @param words the thrower's own text; used only for codes that have no fixed one
 * @param details fill the `{…}` of the text
 */
export function catalogueError(
  code: string,
  words?: string,
  details: Record<string, unknown> = {},
): CatalogueError {
  const known: ErrorCode = isErrorCode(code) ? code : 'INTERNAL';
  const entry: Entry = entries[known];
  const values: Record<string, unknown> = { ...entry.defaults, ...details };
  const message =
    entry.open && words
      ? words
      : entry.message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return { code: known, status: entry.status, error: entry.error ?? message, message };
}
