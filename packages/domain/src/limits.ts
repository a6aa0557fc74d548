/** Bounds of what people type and of what a room holds. Lengths are characters unless the name says otherwise. */

// Ids

/** Longest id of anything. */
export const ID_MAX = 64;
/** Longest `requestId`, by which a client knows the response to its message. */
export const REQUEST_ID_MAX = 64;

// Accounts (docs/spec/play.md#play-5.6)

/** Longest username. */
export const USERNAME_MAX = 32;
/** Longest address that mail can carry (RFC 5321). */
export const EMAIL_MAX = 254;
/** Usernames that would read as an id of a bot or of a local game, after lower-casing: the first whole, the rest as prefix. */
export const RESERVED_USERNAME = /^(ai$|player_|local-game)/;
/** The shortest password … */
export const PASSWORD_MIN = 6;
/** … and the longest. */
export const PASSWORD_MAX = 128;
/** Digits of a mailed code. */
export const CODE_LENGTH = 6;
/** How long a mailed code is valid, in milliseconds. */
export const CODE_LIFE = 10 * 60_000;

// Profiles (docs/spec/around-play.md#around-5.3)

/** Longest display name. */
export const DISPLAY_NAME_MAX = 32;
/** Bytes of a picture that is uploaded. */
export const PICTURE_MAX_BYTES = 1024 * 1024;
/** The shortest name to search people by … */
export const SEARCH_NAME_MIN = 2;
/** … and the longest. */
export const SEARCH_NAME_MAX = 32;
/** Friends on a page at most. */
export const FRIENDS_PAGE = 200;

// Rooms (docs/spec/play.md#play-5, docs/spec/play.md#play-9)

/** Characters of a room code, of A-Z and 2-9. */
export const ROOM_CODE_LENGTH = 8;
/** Longest name of a room. */
export const ROOM_NAME_LENGTH = 40;
/** The name of a room that was given none. */
export const DEFAULT_ROOM_NAME = 'Game Room';
/** 2: two players without spectators; 4: two players and up to 50 spectators. */
export const MAX_PLAYERS = [2, 4] as const;
/** Most spectators of a room. */
export const SPECTATORS = 50;

// Texts

/** Longest message of a chat, in UTF-16 units. */
export const CHAT_MAX = 200;
/** Longest reason of an award. */
export const REASON_MAX = 64;

// A game's clock (docs/spec/play.md#play-4)

/** Seconds that a player has for a move before auto-play takes the seat. */
export const TURN_SECONDS = 30;
/** The server's pace while it plays a seat, in milliseconds. */
export const AUTO_PLAY_DELAY = 2_000;
