import { type DetailsOf, ERROR_STATUS, type ErrorCode, isErrorCode } from '@fifteen/domain';

/**
 * The English texts of the error catalogue, in the words of the specification (docs/spec/play.md#play-5,
 * docs/spec/play.md#play-8, docs/spec/around-play.md#around-8). `{name}` is filled from the error's details.
 */

interface Entry {
  message: string;
  /** Short title, where the specification has one; otherwise the message. */
  error?: string;
  /** Values for the message when the details lack them. */
  defaults?: Record<string, string | number>;
}

const entries = {
  // Anything
  INVALID: { message: 'Invalid request' },
  INVALID_REQUEST: { message: 'Invalid request' },
  INVALID_MESSAGE: { message: 'Invalid message' },
  UNKNOWN_MESSAGE: { message: 'Unknown message type' },
  UNAUTHORIZED: { message: 'Unauthorized' },
  FORBIDDEN: { message: 'Access denied' },
  FOREIGN_ORIGIN: { message: 'Access denied' },
  NOT_FOUND: { message: 'Not found' },
  USER_NOT_FOUND: { message: 'Player not found' },
  CONFLICT: { message: 'Conflict' },
  PAYLOAD_TOO_LARGE: { message: 'Payload too large' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'Unsupported media type' },
  IDEMPOTENCY_KEY_REUSED: { message: 'This Idempotency-Key was used for another request' },
  TOO_MANY_REQUESTS: { message: 'Too many requests' },
  INTERNAL: { message: 'An error occurred. Please try again.' },
  SERVICE_UNAVAILABLE: { message: 'Service unavailable. Please try again.' },

  // Accounts
  INVALID_CREDENTIALS: { message: 'Please check your credentials and try again.' },
  ACCOUNT_BANNED: { message: 'This account has been banned.' },
  NEEDS_VERIFICATION: { message: 'Please verify your email before logging in' },
  USERNAME_REQUIRED: { message: 'Username required' },
  USERNAME_INVALID: {
    message: 'Please choose a username of 1 to 32 plain characters without "@"',
  },
  USERNAME_RESERVED: { message: 'This username is reserved' },
  USERNAME_TAKEN: { message: 'Username already taken' },
  EMAIL_REQUIRED: {
    error: 'Email required',
    message: 'Please provide an email address to register',
  },
  EMAIL_INVALID: { message: 'Please enter a valid email address' },
  EMAIL_TAKEN: { message: 'Email already registered' },
  PASSWORD_REQUIRED: { message: 'Password required' },
  PASSWORD_TOO_SHORT: { message: 'Password must be at least 6 characters long' },
  PASSWORD_TOO_LONG: { message: 'Password must be at most 128 characters long' },
  PASSWORD_TOO_COMMON: { message: 'This password is too common. Please choose another one.' },
  PASSWORD_INVALID: { message: 'This password has characters that cannot be used' },
  PASSWORDS_DIFFER: { message: 'Passwords do not match' },
  VERIFICATION_CODE_REQUIRED: { message: 'Please enter your verification code' },
  VERIFICATION_CODE_INVALID: { message: 'Verification code must be 6 digits' },
  RESET_CODE_REQUIRED: { message: 'Please enter your reset code' },
  RESET_CODE_INVALID: { message: 'Reset code must be 6 digits' },
  INVALID_CODE: { message: 'This code is wrong or has expired. Please request a new one.' },
  NOT_A_GUEST: { message: 'Only a guest account can be upgraded' },

  // A game (docs/spec/play.md#play-8.3)
  GAME_NOT_READY: { error: 'Game not ready', message: 'Please wait for the game to start...' },
  GAME_NOT_FOUND: { message: 'Game not found' },
  GAME_NOT_ACTIVE: { error: 'Game not active', message: 'Start a new game to play' },
  INVALID_MOVE: { error: 'Invalid move', message: 'There is no such position on the board' },
  POSITION_OCCUPIED: { error: 'Invalid move', message: 'Position already occupied' },
  POSITION_LOCKED: {
    error: 'Position Locked',
    message: 'Position 8 is locked on the first move',
  },
  NOT_A_PLAYER: { error: 'Not a player', message: 'You are not a player in this game' },
  NOT_YOUR_TURN: {
    error: 'Not your turn',
    message: 'Waiting for {player} to make a move',
    defaults: { player: 'your opponent' },
  },
  AUTO_PLAY_NOT_ACTIVE: { message: 'Auto-play is not active' },
  GAME_CANCELLED: { message: 'This game was cancelled' },

  // Rooms and matchmaking (docs/spec/play.md#play-8)
  INSUFFICIENT_COINS: {
    error: 'Insufficient Coins',
    message: 'You need {coins} coins to play online. Win AI games to earn coins!',
    defaults: { coins: 1000 },
  },
  OPPONENT_SHORT_OF_COINS: {
    error: 'Insufficient Coins',
    message: 'Your opponent does not have enough coins for this game.',
  },
  STAKE_LIMIT: {
    error: 'Bet too high',
    message:
      'New players can bet up to {coins} coins a game. Finished games with other people that lift this limit: {games}, ' +
      'different opponents among them: {opponents}.',
    defaults: { coins: 50_000, games: 20, opponents: 5 },
  },
  INVALID_BET: { message: 'Please choose one of the offered bets' },
  ALREADY_IN_GAME: { message: 'You are already in a game' },
  ROOM_NOT_FOUND: { message: 'Room not found' },
  ROOM_FULL: { message: 'Room is full' },
  ALREADY_IN_ROOM: { message: 'This player is in this room already' },
  ALREADY_A_PLAYER: { message: 'You already play in this room, so you cannot watch' },
  BLOCKED_IN_ROOM: { message: 'You or a player in this room has blocked the other' },
  INVITATION_NOT_FOUND: { message: 'Invitation not found' },
  ALREADY_ANSWERED: { message: 'You have answered this already' },
  ROOM_CODE_REQUIRED: { message: 'Please enter a room code' },
  ROOM_NAME_REQUIRED: { message: 'Room name is required' },
  SPECTATORS_NOT_ALLOWED: { message: 'This room does not allow spectators' },
  NOT_ROOM_OWNER: { message: 'Only the room owner can do that' },
  GAME_RUNNING: { message: 'Not while a game is running' },
  OPPONENT_NOT_FOUND: { message: 'Opponent not found' },
  EMOJI_NOT_OWNED: { error: 'Could not send emoji', message: "You don't own this emoji" },
  EMOJI_NOT_ONLINE: {
    error: 'Could not send emoji',
    message: 'Cannot send emoji in this game mode',
  },
  OPPONENT_LEFT: { error: 'Cannot Play Again', message: 'Your opponent has left the room' },
  TOO_MANY_INVITATIONS: {
    message: 'This player has too many open invitations. Please try again later.',
  },
  ROOM_NOT_READY: { message: 'Game is not active yet. Please wait...' },
  CONSENT_MISSING: { message: 'The other player has not agreed to this game yet' },
  MATCH_FAILED: { message: 'Connection issue. Please try again.', error: 'Connection Error' },
  TIMEOUT: { message: 'No opponent found. Please try again.' },
  QUEUE_UNAVAILABLE: { message: 'Matchmaking queue error. Please try again.' },
  PLAY_AGAIN_EXISTS: {
    message: "You've already sent a play again request for this game",
  },
  PLAY_AGAIN_FAILED: {
    error: 'Cannot Play Again',
    message: 'Unable to start play again. Please try again.',
  },
  PLAY_AGAIN_NOT_FOUND: { message: 'Play again request not found' },
  PLAY_AGAIN_UNANSWERED: {
    error: 'Cannot Play Again',
    message: 'Your opponent did not answer your request in time',
  },
  PLAY_AGAIN_AGREED: { error: 'Cannot Play Again', message: 'You have agreed to another game already' },
  NOT_LAST_GAME: { error: 'Cannot Play Again', message: 'Another game was played since' },
  NOT_YOUR_OPPONENT: { error: 'Cannot Play Again', message: 'This was not your opponent' },
  OPPONENT_IS_COMPUTER: { message: 'A computer opponent cannot be asked or invited' },

  // Profile and pictures (docs/spec/around-play.md#around-5.3)
  DISPLAY_NAME_REQUIRED: { message: 'Enter your display name' },
  DISPLAY_NAME_INVALID: { message: 'Please choose a display name of 1 to 32 plain characters' },
  PICTURE_TYPE: { error: 'Invalid file type', message: 'Please select an image file' },
  PICTURE_TOO_LARGE: { error: 'File too large', message: 'Please select an image under 1MB' },
  PICTURE_INVALID: { error: 'Upload failed', message: 'Failed to read the image file' },
  PICTURE_NOT_FOUND: { message: 'Picture not found' },

  // Friends, chat and gifts (docs/spec/around-play.md#around-5, docs/spec/around-play.md#around-8)
  REQUEST_EXISTS: { message: 'Friend request already exists between you and this user' },
  REQUESTS_WAITING: {
    message:
      'Too many of your friend requests are still unanswered. You can send more once some are answered.',
  },
  REQUEST_NOT_FOUND: { message: 'Friend request not found' },
  ALREADY_FRIENDS: { message: 'You are already friends with this user' },
  NOT_YOURSELF: { message: 'You cannot do that to yourself' },
  NOT_FRIENDS: { message: 'You can only do that with friends' },
  BLOCKED: { message: 'You have been blocked by this user' },
  BLOCKED_BY_YOU: { message: 'You have blocked this user' },
  GIFT_AMOUNT: {
    error: 'Invalid Amount',
    message: 'Please enter a valid gift amount (minimum 1 coin).',
  },
  GIFT_TOO_MUCH: {
    error: 'Insufficient Coins',
    message: 'You only have {coins} coins available.',
    defaults: { coins: 0 },
  },
  GIFT_FROM_GUEST: {
    error: 'Failed to Send Gift',
    message: 'Guests can receive gifts but not send them.',
  },
  GIFT_HELD: {
    error: 'Failed to Send Gift',
    message: 'You can send gifts again 24 hours after your password was reset.',
  },
  GIFT_LIMIT: {
    error: 'Failed to Send Gift',
    message:
      'This gift is over a limit. You can send 30 gifts an hour. New accounts can give only so many coins a day, and a player can receive only so many from them.',
  },
  GIFT_NOT_FOUND: { message: 'Gift not found' },

  // The shop (docs/spec/around-play.md#around-5.5, docs/spec/around-play.md#around-8)
  PRICE_CHANGED: {
    error: 'Purchase Failed',
    message: 'The price has changed. Please look again.',
  },
  TOO_EXPENSIVE: {
    error: 'Insufficient Coins',
    message: 'Insufficient Coins: you need {coins} coins to purchase this.',
    defaults: { coins: 0 },
  },
  ALREADY_OWNED: { error: 'Purchase Failed', message: 'You already own this' },
  NOT_OWNED: { message: "You don't own this" },
  ITEM_NOT_FOUND: { message: 'Item not found' },
  BORDER_LOCKED: { message: 'Failed to update achievement border' },
  LEVEL_UP_NOT_FOUND: { message: 'Level-up not found' },

  // The reward for a win against the computer
  INVALID_AMOUNT: { message: 'A win against the AI is worth 100 coins' },
  AWARD_LIMIT: {
    message: "You have earned all of today's rewards against the computer. There are more tomorrow.",
  },
  INVALID_GAME: { message: 'This game is not a win against the AI' },
} as const satisfies Record<ErrorCode, Entry>;

/** The texts of an error as the client receives them. */
export interface CatalogueError {
  /** Never changes; clients branch on it. */
  code: ErrorCode;
  /** Of an HTTP response. */
  status: number;
  /** Short title, the message where the code has none. */
  error: string;
  /** The whole English text, with its values filled in. */
  message: string;
}

/** Codes of input that matches no schema. Their text names the field and the reason. */
const INPUT_CODES: readonly ErrorCode[] = ['INVALID', 'INVALID_REQUEST', 'INVALID_MESSAGE'];

/**
 * Returns the error as a client gets it. An unknown code, as of a newer service, becomes INTERNAL, so that no internal
 * text is ever shown.
 */
export function catalogueError(code: string, details: DetailsOf<ErrorCode> = {}): CatalogueError {
  const known: ErrorCode = isErrorCode(code) ? code : 'INTERNAL';
  const entry: Entry = entries[known];
  const message = (INPUT_CODES.includes(known) && issueText(details)) || filled(entry, details);
  return { code: known, status: ERROR_STATUS[known], error: entry.error ?? message, message };
}

/** Returns "field: reason", the known one of the two, or an empty string. */
const issueText = ({ field, reason }: DetailsOf<ErrorCode>): string =>
  [field, reason].filter(Boolean).join(': ');

function filled({ message, defaults }: Entry, details: object): string {
  const values: Record<string, unknown> = { ...defaults, ...details };
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
