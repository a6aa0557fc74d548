import type { UserId } from './ids.ts';

/**
 * Every error that a service can throw and a client can receive, with its HTTP status; over a socket the status only
 * distinguishes errors of the client from those of the server. The texts are the contract's (English) and the web
 * app's. A client receives five of them in no error. It shows the texts of PASSWORDS_DIFFER, MATCH_FAILED and
 * PLAY_AGAIN_FAILED for what it finds itself; TIMEOUT is the end of a search in `matchmaking_response`, and the gateway
 * maps the PICTURE_NOT_FOUND of identity to NOT_FOUND.
 */
export const ERROR_STATUS = {
  // Anything
  INVALID: 400,
  INVALID_REQUEST: 400,
  INVALID_MESSAGE: 400,
  UNKNOWN_MESSAGE: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  FOREIGN_ORIGIN: 403,
  NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  SERVICE_UNAVAILABLE: 503,

  // Accounts
  INVALID_CREDENTIALS: 401,
  ACCOUNT_BANNED: 403,
  NEEDS_VERIFICATION: 403,
  USERNAME_REQUIRED: 400,
  USERNAME_INVALID: 400,
  USERNAME_RESERVED: 400,
  USERNAME_TAKEN: 409,
  EMAIL_REQUIRED: 400,
  EMAIL_INVALID: 400,
  EMAIL_TAKEN: 409,
  PASSWORD_REQUIRED: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  PASSWORD_TOO_COMMON: 400,
  PASSWORD_INVALID: 400,
  PASSWORDS_DIFFER: 400,
  VERIFICATION_CODE_REQUIRED: 400,
  VERIFICATION_CODE_INVALID: 400,
  RESET_CODE_REQUIRED: 400,
  RESET_CODE_INVALID: 400,
  INVALID_CODE: 400,
  NOT_A_GUEST: 403,

  // A game (docs/spec/play.md#play-8.3)
  GAME_NOT_READY: 409,
  GAME_NOT_FOUND: 404,
  GAME_NOT_ACTIVE: 409,
  INVALID_MOVE: 400,
  POSITION_OCCUPIED: 409,
  POSITION_LOCKED: 409,
  NOT_A_PLAYER: 403,
  NOT_YOUR_TURN: 409,
  AUTO_PLAY_NOT_ACTIVE: 409,
  GAME_CANCELLED: 409,

  // Rooms and matchmaking (docs/spec/play.md#play-8)
  INSUFFICIENT_COINS: 403,
  OPPONENT_SHORT_OF_COINS: 403,
  STAKE_LIMIT: 403,
  INVALID_BET: 400,
  ALREADY_IN_GAME: 409,
  ROOM_NOT_FOUND: 404,
  ROOM_FULL: 409,
  ALREADY_IN_ROOM: 409,
  ALREADY_A_PLAYER: 409,
  BLOCKED_IN_ROOM: 403,
  INVITATION_NOT_FOUND: 404,
  ALREADY_ANSWERED: 409,
  ROOM_CODE_REQUIRED: 400,
  ROOM_NAME_REQUIRED: 400,
  SPECTATORS_NOT_ALLOWED: 403,
  NOT_ROOM_OWNER: 403,
  GAME_RUNNING: 409,
  OPPONENT_NOT_FOUND: 404,
  EMOJI_NOT_OWNED: 403,
  EMOJI_NOT_ONLINE: 400,
  OPPONENT_LEFT: 409,
  TOO_MANY_INVITATIONS: 429,
  ROOM_NOT_READY: 409,
  CONSENT_MISSING: 409,
  MATCH_FAILED: 409,
  TIMEOUT: 408,
  QUEUE_UNAVAILABLE: 503,
  PLAY_AGAIN_EXISTS: 409,
  PLAY_AGAIN_FAILED: 409,
  PLAY_AGAIN_NOT_FOUND: 404,
  PLAY_AGAIN_UNANSWERED: 408,
  PLAY_AGAIN_AGREED: 409,
  NOT_LAST_GAME: 409,
  NOT_YOUR_OPPONENT: 409,
  OPPONENT_IS_COMPUTER: 409,

  // Profile and pictures (docs/spec/around-play.md#around-5.3)
  DISPLAY_NAME_REQUIRED: 400,
  DISPLAY_NAME_INVALID: 400,
  PICTURE_TYPE: 400,
  PICTURE_TOO_LARGE: 413,
  PICTURE_INVALID: 400,
  PICTURE_NOT_FOUND: 404,

  // Friends, chat and gifts (docs/spec/around-play.md#around-5, docs/spec/around-play.md#around-8)
  REQUEST_EXISTS: 409,
  REQUESTS_WAITING: 409,
  REQUEST_NOT_FOUND: 404,
  ALREADY_FRIENDS: 409,
  NOT_YOURSELF: 400,
  NOT_FRIENDS: 403,
  BLOCKED: 403,
  BLOCKED_BY_YOU: 403,
  GIFT_AMOUNT: 400,
  GIFT_TOO_MUCH: 403,
  GIFT_FROM_GUEST: 403,
  GIFT_HELD: 403,
  GIFT_LIMIT: 429,
  GIFT_NOT_FOUND: 404,

  // The shop (docs/spec/around-play.md#around-5.5, docs/spec/around-play.md#around-8)
  PRICE_CHANGED: 409,
  TOO_EXPENSIVE: 403,
  ALREADY_OWNED: 409,
  NOT_OWNED: 403,
  ITEM_NOT_FOUND: 404,
  BORDER_LOCKED: 403,
  LEVEL_UP_NOT_FOUND: 404,

  // The reward for a win against the computer
  INVALID_AMOUNT: 400,
  AWARD_LIMIT: 429,
  INVALID_GAME: 400,
} as const;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Every code of the catalogue. */
export const ERROR_CODES = Object.keys(ERROR_STATUS) as readonly ErrorCode[];

/** Whether `code` is in the catalogue. */
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code);

const PERMANENT_START_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INSUFFICIENT_COINS',
  'STAKE_LIMIT',
  'ALREADY_IN_GAME',
  'GAME_CANCELLED',
  'CONFLICT',
]);

/** Whether a start of a game that got this error will never succeed. After any other error, the start is repeated. */
export const isPermanentStartError = (code: ErrorCode): boolean => PERMANENT_START_ERRORS.has(code);

/** What was wrong with an input; `reason` is for developers of clients. */
interface Issue {
  field?: string;
  reason?: string;
}

/** For logs only: which of several causes it was. */
interface Reason {
  reason?: string;
}

/** When the same call can succeed. */
interface Wait {
  /** Seconds. */
  retryAfter?: number;
  /** The environment variable that raises this limit. */
  setting?: string;
}

/** For logs only, beside `retryAfter`: what is unavailable, and whether for a defect, which each attempt may meet. */
interface Outage extends Wait {
  upstream?: string;
  isDefect?: boolean;
}

/** The details that a code carries; codes that are missing here carry none. Amounts are whole coins. */
export interface ErrorDetails {
  INVALID: Issue;
  INVALID_REQUEST: Issue;
  INVALID_MESSAGE: Issue;
  FORBIDDEN: Reason;
  NOT_FOUND: Reason;
  CONFLICT: Reason;
  TOO_MANY_REQUESTS: Wait;
  TOO_MANY_INVITATIONS: Wait;
  GIFT_LIMIT: Wait;
  AWARD_LIMIT: Wait;
  SERVICE_UNAVAILABLE: Outage;
  QUEUE_UNAVAILABLE: Outage;
  NEEDS_VERIFICATION: { email: string };
  /** The player who has to move, by display name. */
  NOT_YOUR_TURN: { player?: string };
  ALREADY_IN_GAME: { userId?: string };
  /** The balance that the game requires; for services, which players of a game lack it. */
  INSUFFICIENT_COINS: { coins: number; shortUserIds?: readonly UserId[] };
  /**
   * The largest bet of a new player, the games after which there is no limit, and the different opponents among them; an
   * earlier version of game names no opponents.
   */
  STAKE_LIMIT: { coins: number; games: number; opponents?: number | undefined };
  /** The sender's balance. */
  GIFT_TOO_MUCH: { coins: number };
  /** The price. */
  TOO_EXPENSIVE: { coins: number };
}

type Details = ErrorDetails[keyof ErrorDetails];
type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type FieldOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
/** Each field that some code carries. */
type AnyDetails = { [Key in KeyOf<Details>]?: FieldOf<Details, Key> };

/** The details of a code; those of any code, all optional, where the code is not known. */
export type DetailsOf<Code extends ErrorCode> = ErrorCode extends Code
  ? AnyDetails
  : Code extends keyof ErrorDetails
    ? ErrorDetails[Code]
    : Record<string, never>;
