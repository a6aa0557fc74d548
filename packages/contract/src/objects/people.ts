import { z } from 'zod';
import { Coins, Count, Id, Instant } from '../scalars.ts';

/** Objects of users (docs/spec/play.md#play-3.4). Only the server sends them, so unknown fields are stripped. */

/** A text that was validated when it was stored; here it only has a type. */
export const Shown = z.string();
export const ShownOrNull = Shown.nullable();

/** Decorations of a user's picture. */
const rings = {
  activeFrameId: ShownOrNull.describe('The equipped avatar frame; null for none'),
  selectedAchievementBorder: ShownOrNull.describe(
    'The border to show: the chosen one (`none` for no border), or else the best that the record has earned; null for none',
  ),
};

/** A user's picture with the name beside it. */
export const face = { displayName: Shown, profileImageUrl: ShownOrNull, ...rings };

/** Both spellings of a user's id and picture. Clients use either. */
export const person = {
  id: Id,
  userId: Id.describe('Equal to `id`'),
  username: Shown,
  firstName: ShownOrNull,
  profilePicture: ShownOrNull.describe('Path under /api/avatars'),
  ...face,
  profileImageUrl: ShownOrNull.describe('Equal to `profilePicture`'),
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

export const Achievement = z
  .object({
    id: Id,
    achievementType: Shown,
    achievementName: Shown,
    description: Shown,
    icon: Shown,
    unlockedAt: Instant,
  })
  .meta({ id: 'Achievement', description: 'An achievement that its user has unlocked' });
export type Achievement = z.infer<typeof Achievement>;

export const PublicUser = z
  .object({
    ...person,
    ...record,
    lastName: ShownOrNull,
    isEmailVerified: z.boolean(),
    isGuest: z.boolean(),
    photoURL: ShownOrNull.describe('Equal to `profilePicture`'),
    achievements: z.array(Achievement).describe('Newest first'),
    activePieceStyle: Shown,
    createdAt: Instant,
  })
  .meta({ id: 'PublicUser', description: 'A user as all users may see them' });
export type PublicUser = z.infer<typeof PublicUser>;

export const User = PublicUser.extend({
  email: ShownOrNull.describe('null for a guest'),
  coins: Coins,
  stakeLimit: z
    .object({ coins: Coins, games: Count })
    .optional()
    .describe('Only when new players have a limit: the highest bet, and the games that end the limit'),
  chosenAchievementBorder: ShownOrNull.optional().describe(
    'The chosen border, `none` for no border; null without a choice, when the record decides',
  ),
}).meta({ id: 'User', description: 'The caller: PublicUser with e-mail address and coins' });
export type User = z.infer<typeof User>;

export const PlayerStats = z
  .object({
    userId: Id,
    ...record,
    coins: Coins.optional().describe("Only one's own"),
    achievementsUnlocked: Count,
    selectedAchievementBorder: ShownOrNull,
  })
  .meta({ id: 'PlayerStats', description: 'The record of a player' });
export type PlayerStats = z.infer<typeof PlayerStats>;

export const OnlineUser = z
  .object({ ...person, inRoom: z.boolean(), lastSeen: Instant })
  .meta({ id: 'OnlineUser', description: 'A user who is online' });
export type OnlineUser = z.infer<typeof OnlineUser>;

export const PlayerInfo = z
  .object({
    ...person,
    activePieceStyle: Shown,
    achievements: z.array(Achievement).describe('At most three, the best first'),
    level: Count,
  })
  .meta({ id: 'PlayerInfo', description: 'A player as shown beside a board' });
export type PlayerInfo = z.infer<typeof PlayerInfo>;
