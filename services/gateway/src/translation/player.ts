import type { OnlineUser, PlayerInfo, PlayerStats, PublicUser, User } from '@fifteen/contract';
import type { Looks } from '@fifteen/proto/economy';
import type { Account } from '@fifteen/proto/identity';
import type { Record } from '@fifteen/proto/leaderboard';
import { byAchievementRank } from '@fifteen/contract/constants';
import { toAchievement } from './achievement.ts';
import type { Player } from '../players/player-loader.ts';

/** What others may see of a person and what only they may: every shape in which a person leaves this house. */

/** What somebody's games come to; nothing, of whom that is not known. */
const toRecord = (record?: Record) => ({
  level: record?.level ?? 1,
  wins: record?.wins ?? 0,
  losses: record?.losses ?? 0,
  draws: record?.draws ?? 0,
  totalGames: record?.totalGames ?? 0,
  currentWinStreak: record?.currentWinStreak ?? 0,
  bestWinStreak: record?.bestWinStreak ?? 0,
  winsToNextLevel: record?.winsToNextLevel ?? 10,
});

/** What somebody wears; the default, who has chosen nothing. */
const toEquipped = (looks?: Looks) => ({
  activePieceStyle: looks?.pieceStyle ?? 'default',
  activeFrameId: looks?.frame || null,
});

/** Achievements on a card, which goes out with every move: the best. */
const PROFILE_ACHIEVEMENTS = 3;

/** All achievements of a player, the newest first, and the chosen border. */
const toBadges = (record?: Record) => ({
  achievements: [...(record?.achievements ?? [])]
    .sort((one, other) => (other.unlockedAt?.getTime() ?? 0) - (one.unlockedAt?.getTime() ?? 0))
    .map(toAchievement),
  selectedAchievementBorder: record?.border || null,
});

/** The best achievements of a player, the best first: its icon stands beside the name at the table. */
const bestAchievements = (record?: Record) =>
  (record?.achievements ?? []).map(toAchievement).sort(byAchievementRank).slice(0, PROFILE_ACHIEVEMENTS);

/** Where a picture is served; null without one. */
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

export const toPublicUser = ({ account, looks, record }: Player): PublicUser => ({
  ...toIdentityFields(account),
  ...toRecord(record),
  ...toEquipped(looks),
  ...toBadges(record),
  lastName: null,
  // A guest has no address, and nothing is kept from them for it.
  isEmailVerified: account.guest || account.emailVerified,
  isGuest: account.guest,
  photoURL: picturePath(account.picture),
  createdAt: (account.createdAt ?? new Date(0)).toISOString(),
});

/** Oneself. */
export const toOwnUser = (self: Player, coins: number): User => ({
  ...toPublicUser(self),
  email: self.account.email || null,
  coins,
  chosenAchievementBorder: self.record?.chosenBorder || null,
});

/** A record; with coins only when it is one's own. */
export const toPlayerStats = ({ account, record }: Player, coins?: number): PlayerStats => ({
  userId: account.id,
  ...toRecord(record),
  ...(coins === undefined ? {} : { coins }),
  achievementsUnlocked: record?.achievements.length ?? 0,
  selectedAchievementBorder: record?.border || null,
});

export const toPlayerInfo = ({ account, looks, record }: Player): PlayerInfo => ({
  ...toIdentityFields(account),
  ...toEquipped(looks),
  ...toBadges(record),
  achievements: bestAchievements(record),
  level: toRecord(record).level,
});

/** Somebody's face: their name, their picture, and what is around it. */
export const toDisplayFields = (profile: PlayerInfo) => ({
  displayName: profile.displayName,
  profileImageUrl: profile.profileImageUrl,
  activeFrameId: profile.activeFrameId,
  selectedAchievementBorder: profile.selectedAchievementBorder,
});

/** Somebody in a list: who they are, and nothing of how they play. */
export const toListEntry = (profile: PlayerInfo) => ({
  ...toDisplayFields(profile),
  id: profile.id,
  userId: profile.id,
  username: profile.username,
  firstName: profile.firstName,
  profilePicture: profile.profilePicture,
});

export const toOnlineUser = (profile: PlayerInfo, inRoom: boolean, lastSeen: Date): OnlineUser => ({
  ...toListEntry(profile),
  inRoom,
  lastSeen: lastSeen.toISOString(),
});

const BOT_NAMES = ['Pixel', 'Gizmo', 'Widget', 'Sprocket', 'Circuit', 'Gadget', 'Turbo', 'Cobalt'] as const;

/**
 * A computer opponent has no account. Its name follows from its id, so that all clients show the same, and cannot be taken
 * for a person's.
 */
export const botProfile = (id: string): PlayerInfo =>
  toNamedProfile(id, `${BOT_NAMES[checksum(id) % BOT_NAMES.length]} Bot`);

/** Somebody whose account has ended, or who cannot be asked about now. */
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
