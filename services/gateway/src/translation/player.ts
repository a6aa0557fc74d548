import type { OnlineUser, PlayerInfo, PlayerStats, PublicUser, User } from '@fifteen/contract';
import type { Cosmetics } from '@fifteen/proto/economy';
import type { Account } from '@fifteen/proto/identity';
import type { PlayerRecord } from '@fifteen/proto/leaderboard';
import { byAchievementRank, WINS_PER_LEVEL, type UserId } from '@fifteen/domain';
import { toAchievement } from './achievement.ts';

/** Translates players to the public contract: what others see of a player, and what only the player sees. */

/** Looks up the public profile of a player. */
export type ProfileLookup = (userId: UserId) => PlayerInfo;

/** A player as far as the services know them; each service knows a part. */
export interface Player {
  account: Account;
  /** Equipped cosmetics; undefined while they are unknown. */
  cosmetics: Cosmetics | undefined;
  /** Game statistics; undefined while they are unknown. */
  record: PlayerRecord | undefined;
}

/** Returns a player's statistics; those of a new player while they are unknown. */
const toRecord = (record?: PlayerRecord) => ({
  level: record?.level ?? 1,
  wins: record?.wins ?? 0,
  losses: record?.losses ?? 0,
  draws: record?.draws ?? 0,
  totalGames: record?.totalGames ?? 0,
  currentWinStreak: record?.currentWinStreak ?? 0,
  bestWinStreak: record?.bestWinStreak ?? 0,
  winsToNextLevel: record?.winsToNextLevel ?? WINS_PER_LEVEL,
});

/** Returns the equipped cosmetics; the defaults without a choice. */
const toEquipped = (cosmetics?: Cosmetics) => ({
  activePieceStyle: cosmetics?.pieceStyle ?? 'default',
  activeFrameId: cosmetics?.frame || null,
});

/** Achievements in a profile, which every move carries: the best ones. */
const PROFILE_ACHIEVEMENTS = 3;

/** Returns all achievements of a player, newest first, and the selected border. */
const toBadges = (record?: PlayerRecord) => ({
  achievements: [...(record?.achievements ?? [])]
    .sort((one, other) => (other.unlockedAt?.getTime() ?? 0) - (one.unlockedAt?.getTime() ?? 0))
    .map(toAchievement),
  selectedAchievementBorder: record?.border || null,
});

/** Returns the best achievements, best first: the game view shows the first one's icon beside the name. */
const bestAchievements = (record?: PlayerRecord) =>
  (record?.achievements ?? []).map(toAchievement).sort(byAchievementRank).slice(0, PROFILE_ACHIEVEMENTS);

/** Returns the path that serves a picture; null without one. */
export const picturePath = (name: string | undefined): string | null =>
  name ? `/api/avatars/${name}` : null;

const toIdentityFields = (account: Account) => ({
  id: account.id,
  userId: account.id,
  username: account.username,
  displayName: account.displayName || account.username,
  firstName: null,
  profilePicture: picturePath(account.picture),
  profileImageUrl: picturePath(account.picture),
});

/** Returns a player as any other user sees them. */
export const toPublicUser = ({ account, cosmetics, record }: Player): PublicUser => ({
  ...toIdentityFields(account),
  ...toRecord(record),
  ...toEquipped(cosmetics),
  ...toBadges(record),
  lastName: null,
  // A guest has no address, and nothing is kept from them for it.
  isEmailVerified: account.guest || account.emailVerified,
  isGuest: account.guest,
  photoURL: picturePath(account.picture),
  createdAt: (account.createdAt ?? new Date(0)).toISOString(),
});

/** Returns the own account of a signed-in player, with the fields that only its owner sees. */
export const toOwnUser = (self: Player, coins: number): User => ({
  ...toPublicUser(self),
  email: self.account.email || null,
  coins,
  chosenAchievementBorder: self.record?.chosenBorder || null,
});

/** Returns a player's statistics; pass `coins` only for the player's own. */
export const toPlayerStats = ({ account, record }: Player, coins?: number): PlayerStats => ({
  userId: account.id,
  ...toRecord(record),
  ...(coins === undefined ? {} : { coins }),
  achievementsUnlocked: record?.achievements.length ?? 0,
  selectedAchievementBorder: record?.border || null,
});

/** Returns the small profile that games and lists carry. */
export const toPlayerInfo = ({ account, cosmetics, record }: Player): PlayerInfo => ({
  ...toIdentityFields(account),
  ...toEquipped(cosmetics),
  ...toBadges(record),
  achievements: bestAchievements(record),
  level: toRecord(record).level,
});

/** Returns the name, the picture, and the frame and border around it. */
export const toDisplayFields = (profile: PlayerInfo) => ({
  displayName: profile.displayName,
  profileImageUrl: profile.profileImageUrl,
  activeFrameId: profile.activeFrameId,
  selectedAchievementBorder: profile.selectedAchievementBorder,
});

/** Returns a player as a list shows them: identity without statistics. */
export const toListEntry = (profile: PlayerInfo) => ({
  ...toDisplayFields(profile),
  id: profile.id,
  userId: profile.id,
  username: profile.username,
  firstName: profile.firstName,
  profilePicture: profile.profilePicture,
});

/** Returns a player as the list of online users shows them. */
export const toOnlineUser = (profile: PlayerInfo, inRoom: boolean, lastSeen: Date): OnlineUser => ({
  ...toListEntry(profile),
  inRoom,
  lastSeen: lastSeen.toISOString(),
});

const BOT_NAMES = ['Pixel', 'Gizmo', 'Widget', 'Sprocket', 'Circuit', 'Gadget', 'Turbo', 'Cobalt'] as const;

/**
 * Returns the profile of a bot, which has no account. The name follows from the id, so that all clients show the same
 * one, and its suffix keeps it apart from names of players.
 */
export const botProfile = (id: string): PlayerInfo =>
  toNamedProfile(id, `${BOT_NAMES[checksum(id) % BOT_NAMES.length]} Bot`);

/** Returns a neutral profile for a deleted account, or while identity is unavailable. */
export const unknownProfile = (id: string): PlayerInfo => toNamedProfile(id, 'Player');

const toNamedProfile = (id: string, name: string): PlayerInfo => ({
  id,
  userId: id,
  username: name,
  displayName: name,
  firstName: null,
  profilePicture: null,
  profileImageUrl: null,
  ...toEquipped(),
  ...toBadges(),
  level: toRecord().level,
});

function checksum(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return sum;
}
