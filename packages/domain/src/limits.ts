/** Limits of inputs and rooms. Lengths are characters unless the name says otherwise. */

// Ids

/** Longest id. */
export const ID_MAX = 64;
/** Longest `requestId` of a client's message. */
export const REQUEST_ID_MAX = 64;

// Accounts (docs/spec/play.md#play-5.6)

/** Longest username. */
export const USERNAME_MAX = 32;
/** Longest address that mail can carry (RFC 5321). */
export const EMAIL_MAX = 254;
/**
 * Usernames that would read as the id of a bot or of a local game, in lower case: the first as a whole, the others as
 * prefixes. The last are generated names of guests.
 */
export const RESERVED_USERNAME = /^(ai$|player_|local-game|guest-[2-9a-z]{8}$)/;
/** Shortest password. */
export const PASSWORD_MIN = 6;
/** Longest password. */
export const PASSWORD_MAX = 128;
/** Digits of a mailed code. */
export const CODE_LENGTH = 6;
/** How long a mailed code is valid, in milliseconds. */
export const CODE_LIFETIME = 10 * 60_000;
/** Days for which a registration waits for its code; then it is deleted. */
export const REGISTRATION_DAYS = 7;

// Profiles (docs/spec/around-play.md#around-5.3)

/** Longest display name. */
export const DISPLAY_NAME_MAX = 32;
/** Bytes of an uploaded picture. */
export const PICTURE_MAX_BYTES = 1024 * 1024;
/** Shortest name to search people by. */
export const SEARCH_NAME_MIN = 2;
/** Longest name to search people by. */
export const SEARCH_NAME_MAX = 32;
/** Most friends of a page. */
export const FRIENDS_PAGE = 200;

// Rooms (docs/spec/play.md#play-5, docs/spec/play.md#play-9)

/** Characters of a room code, of A-Z and 2-9 without I and O. */
export const ROOM_CODE_LENGTH = 8;
/** Longest name of a room. */
export const ROOM_NAME_LENGTH = 40;
/** Name of a room without one. */
export const DEFAULT_ROOM_NAME = 'Game Room';
/** 2: two players without spectators; 4: two players and up to 50 spectators. */
export const MAX_PLAYERS = [2, 4] as const;
/** Most spectators of a room. */
export const MAX_SPECTATORS = 50;

// Texts

/** Longest message of a chat, in UTF-16 units. */
export const CHAT_MAX = 200;
/** Longest reason of an award. */
export const REASON_MAX = 64;

// Waiting for other players (docs/spec/play.md#play-4.7, docs/spec/play.md#play-4.8)

/** Seconds for which an invitation waits for an answer, and admits its user without one (docs/spec/play.md#play-3.3). */
export const INVITATION_SECONDS = 600;
/** Seconds for which a rematch request waits for an answer. */
export const REMATCH_SECONDS = 60;
/** Seconds after which a search for an opponent ends without one. */
export const SEARCH_SECONDS = 60;

// A game's clock (docs/spec/play.md#play-4)

/** Seconds for a move, after which auto-play takes over the seat. */
export const TURN_SECONDS = 30;
/** Milliseconds between moves of the server on auto-play. */
export const AUTO_PLAY_DELAY = 2_000;
