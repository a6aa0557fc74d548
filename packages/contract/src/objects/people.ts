import { z } from 'zod';
import { Coins, Count, Id, Instant } from '../scalars.ts';

/** Users, as a browser receives them (docs/spec/play.md#play-3.4). Sent by the server only, so unknown fields are cut off. */

/** A text that was validated when it was received; the schema only states its type. */
export const TrustedText = z.string();
/** The same, or null where there is none. */
export const TrustedTextOrNull = TrustedText.nullable();

/** The frame and border around a profile picture. */
const decorations = {
  activeFrameId: TrustedTextOrNull.describe('Equipped avatar frame; null for none'),
  selectedAchievementBorder: TrustedTextOrNull.describe(
    'Shown border: the chosen one, `none` if the user chose none, else the one of the record; null without any',
  ),
};

/** The name of a user, with picture, frame and border. */
export const displayFields = { displayName: TrustedText, profileImageUrl: TrustedTextOrNull, ...decorations };

/** A user. Id and picture have two names each, because clients use either. */
export const person = {
  id: Id,
  userId: Id.describe('Equal to `id`'),
  username: TrustedText,
  firstName: TrustedTextOrNull,
  profilePicture: TrustedTextOrNull.describe('Path under /api/avatars'),
  ...displayFields,
  profileImageUrl: TrustedTextOrNull.describe('Equal to `profilePicture`'),
};

const record = {
  level: Count,
  wins: Count,
  losses: Count,
  draws: Count,
  totalGames: Count.describe('wins + losses + draws: games against the computer are not counted'),
  currentWinStreak: Count,
  bestWinStreak: Count,
  winsToNextLevel: Count,
};

/** An unlocked achievement, with its English name and text; every user sees it. */
export const Achievement = z
  .object({
    id: Id,
    achievementType: TrustedText,
    achievementName: TrustedText,
    description: TrustedText,
    icon: TrustedText,
    unlockedAt: Instant,
  })
  .meta({ id: 'Achievement', description: 'An achievement that its user has unlocked' });
export type Achievement = z.infer<typeof Achievement>;

/** A user as every other user sees them: no address, no coins. */
export const PublicUser = z
  .object({
    ...person,
    ...record,
    lastName: TrustedTextOrNull,
    isEmailVerified: z.boolean(),
    isGuest: z.boolean(),
    photoURL: TrustedTextOrNull.describe('Equal to `profilePicture`'),
    achievements: z.array(Achievement).describe('Newest first'),
    activePieceStyle: TrustedText,
    createdAt: Instant,
  })
  .meta({ id: 'PublicUser', description: 'A user, as other users see them' });
export type PublicUser = z.infer<typeof PublicUser>;

/** How a user relates to the caller. */
export const UserRelation = z
  .enum(['none', 'friend', 'requestSent', 'requestReceived', 'self'])
  .describe(
    'Relation to the caller; `requestSent`: the caller has requested a friendship, `requestReceived`: this user has',
  );
export type UserRelation = z.infer<typeof UserRelation>;

/** A user, and how they relate to the caller. */
export const UserProfile = PublicUser.extend({
  relation: UserRelation.optional().describe('Missing while the social service is unavailable'),
}).meta({ id: 'UserProfile', description: 'PublicUser with the relation to the caller' });
export type UserProfile = z.infer<typeof UserProfile>;

/** The signed-in user, with what only the user sees. */
export const User = PublicUser.extend({
  email: TrustedTextOrNull.describe('null for a guest'),
  coins: Coins,
  isBalanceUnknown: z
    .literal(true)
    .optional()
    .describe(
      'The economy is unavailable: `coins` are those of a new user, and the last known balance is better',
    ),
  stakeLimit: z
    .object({ coins: Coins, games: Count, opponents: Count.optional() })
    .optional()
    .describe(
      'Limit of stakes of a new player: the highest bet, and the number of games that end the limit if they were against ' +
        'so many different opponents',
    ),
  chosenAchievementBorder: TrustedTextOrNull.optional().describe(
    'The chosen border, `none` for no border; null without a choice, when the record decides',
  ),
}).meta({ id: 'User', description: 'The signed-in user: PublicUser with e-mail address and coins' });
export type User = z.infer<typeof User>;

/** The numbers of the stats calls; `coins` only for the own ones. */
export const PlayerStats = z
  .object({
    userId: Id,
    ...record,
    coins: Coins.optional().describe(
      'Only in the record of the caller, and not while the economy is unavailable',
    ),
    achievementsUnlocked: Count,
    selectedAchievementBorder: TrustedTextOrNull,
  })
  .meta({ id: 'PlayerStats', description: 'The record of a player' });
export type PlayerStats = z.infer<typeof PlayerStats>;

/**
 * A user with an open socket, or with a heartbeat by HTTP in the last minute. `lastSeen` is when a gateway last reported
 * the socket, or up to 15 s after the last heartbeat.
 */
export const OnlineUser = z
  .object({ ...person, inRoom: z.boolean(), lastSeen: Instant })
  .meta({ id: 'OnlineUser', description: 'An online user' });
export type OnlineUser = z.infer<typeof OnlineUser>;

/** A player as a game shows them: a small part of PublicUser, because every game message carries two. */
export const PlayerInfo = z
  .object({
    ...person,
    activePieceStyle: TrustedText,
    achievements: z.array(Achievement).describe('At most three, the best first'),
    level: Count,
  })
  .meta({ id: 'PlayerInfo', description: 'Profile of a player of a game' });
export type PlayerInfo = z.infer<typeof PlayerInfo>;
