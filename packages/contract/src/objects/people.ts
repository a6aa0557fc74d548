import { z } from 'zod';
import { Coins, Count, Id, Instant } from '../scalars.ts';

/** What a browser sees of people (docs/spec/play.md#play-3.4). Sent by the server only, so unknown fields are cut off. */

/** Words that were checked when they came in; here they only have a type. */
export const Shown = z.string();
export const ShownOrNull = Shown.nullable();

/** What is around a person's picture. */
const rings = {
  activeFrameId: ShownOrNull.describe('The avatar frame that is worn; null for none'),
  selectedAchievementBorder: ShownOrNull.describe(
    'What is worn: the one chosen, `none` when that was chosen, else what the record gives; null for nothing',
  ),
};

/** A person's face, with the name beside it. */
export const face = { displayName: Shown, profileImageUrl: ShownOrNull, ...rings };

/** Both spellings of a person's id and of their picture; clients use either. */
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
  .meta({ id: 'PublicUser', description: 'Anybody, as everybody may see them' });
export type PublicUser = z.infer<typeof PublicUser>;

export const User = PublicUser.extend({
  email: ShownOrNull.describe('null for a guest'),
  coins: Coins,
  stakeLimit: z
    .object({ coins: Coins, games: Count })
    .optional()
    .describe('Where new players may not stake every bet: the highest one, and the games that end the limit'),
  chosenAchievementBorder: ShownOrNull.optional().describe(
    'The border that was chosen, `none` for no border; null when nothing was chosen and the record decides',
  ),
}).meta({ id: 'User', description: 'Oneself: as PublicUser, with e-mail address and coins' });
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
  .meta({ id: 'OnlineUser', description: 'Somebody who is online' });
export type OnlineUser = z.infer<typeof OnlineUser>;

export const PlayerInfo = z
  .object({
    ...person,
    activePieceStyle: Shown,
    achievements: z.array(Achievement).describe('The three best, the best first'),
    level: Count,
  })
  .meta({ id: 'PlayerInfo', description: 'The card of a player beside a board' });
export type PlayerInfo = z.infer<typeof PlayerInfo>;
