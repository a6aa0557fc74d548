import { ID_MAX } from './limits.ts';

/**
 * Ids as types of their own: a `GameId` where a `UserId` belongs does not compile, and neither does a plain string. They are
 * strings at run time and in every message. An id gets its brand where it enters a service, and nowhere else: in the
 * decoders of messages (`proto/gen`), in the schemas of requests, in the types of rows, and where a service makes a new id.
 */
declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

/** A person's or a computer player's id. */
export type UserId = Id<'UserId'>;
/** The id of an online game. */
export type GameId = Id<'GameId'>;
/** The id of a room. */
export type RoomId = Id<'RoomId'>;

/** Brands a string that the caller has parsed or generated as a user's id. */
export const toUserId = (id: string): UserId => id as UserId;
/** Brands a string that the caller has parsed or generated as a game's id. */
export const toGameId = (id: string): GameId => id as GameId;
/** Brands a string that the caller has parsed or generated as a room's id. */
export const toRoomId = (id: string): RoomId => id as RoomId;

/** The characters of an id, so that it is valid in paths, keys and logs. It has at most `ID_MAX` of them. */
export const ID_PATTERN = /^[A-Za-z0-9_.:-]+$/;
/** Returns whether a text has the form of an id. */
export const isId = (text: string): boolean => text.length <= ID_MAX && ID_PATTERN.test(text);

/** Prefix of the ids of local games, which no server knows (docs/spec/play.md#play-3). */
export const LOCAL_GAME_PREFIX = 'local-game';
/** Prefix of the ids of computer players: no account, no coins, no rematch (docs/spec/play.md#play-3). */
export const BOT_PREFIX = 'player_';

/** Returns whether this is the id of a computer player. */
export const isBot = (id: string): boolean => id.startsWith(BOT_PREFIX);
