import type { OnlineUser, PlayerInfo, PlayerStats, PublicUser, User } from '@fifteen/contract';
import type { Looks } from '@fifteen/proto/economy';
import type { Account } from '@fifteen/proto/identity';
import type { Record } from '@fifteen/proto/leaderboard';
import { byAchievementRank } from '@fifteen/contract/constants';
import { achievementOf } from './achievements.ts';
import type { Person } from './persons.ts';

/** What others may see of a person and what only they may: every shape in which a person leaves this house. */

/** What somebody's games come to; nothing, of whom that is not known. */
const recordOf = (record?: Record) => ({
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
const worn = (looks?: Looks) => ({
  activePieceStyle: looks?.pieceStyle ?? 'default',
  activeFrameId: looks?.frame || null,
});

/** Achievements on a card, which goes out with every move: the best. */
const ON_A_CARD = 3;

/** All achievements of a player, the newest first, and the chosen border. */
const honoursOf = (record?: Record) => ({
  achievements: [...(record?.achievements ?? [])]
    .sort((one, other) => (other.unlockedAt?.getTime() ?? 0) - (one.unlockedAt?.getTime() ?? 0))
    .map(achievementOf),
  selectedAchievementBorder: record?.border || null,
});

/** The best achievements of a player, the best first: its icon stands beside the name at the table. */
const bestAchievements = (record?: Record) =>
  (record?.achievements ?? []).map(achievementOf).sort(byAchievementRank).slice(0, ON_A_CARD);

/** Where a picture is served; null without one. */
export const picturePath = (name: string | undefined): string | null =>
  name ? `/api/avatars/${name}` : null;

const person = (account: Account) => ({
  id: account.id,
  userId: account.id,
  username: account.username,
  displayName: account.displayName || account.username,
  firstName: null,
  profilePicture: picturePath(account.picture),
  profileImageUrl: picturePath(account.picture),
});

export const publicUser = ({ account, looks, record }: Person): PublicUser => ({
  ...person(account),
  ...recordOf(record),
  ...worn(looks),
  ...honoursOf(record),
  lastName: null,
  // A guest has no address, and nothing is kept from them for it.
  isEmailVerified: account.guest || account.emailVerified,
  isGuest: account.guest,
  photoURL: picturePath(account.picture),
  createdAt: (account.createdAt ?? new Date(0)).toISOString(),
});

/** Oneself. */
export const ownUser = (self: Person, coins: number): User => ({
  ...publicUser(self),
  email: self.account.email || null,
  coins,
  chosenAchievementBorder: self.record?.chosenBorder || null,
});

/** A record; with coins only when it is one's own. */
export const playerStats = ({ account, record }: Person, coins?: number): PlayerStats => ({
  userId: account.id,
  ...recordOf(record),
  ...(coins === undefined ? {} : { coins }),
  achievementsUnlocked: record?.achievements.length ?? 0,
  selectedAchievementBorder: record?.border || null,
});

export const playerInfo = ({ account, looks, record }: Person): PlayerInfo => ({
  ...person(account),
  ...worn(looks),
  ...honoursOf(record),
  achievements: bestAchievements(record),
  level: recordOf(record).level,
});

/** Somebody's face: their name, their picture, and what is around it. */
export const faceOf = (card: PlayerInfo) => ({
  displayName: card.displayName,
  profileImageUrl: card.profileImageUrl,
  activeFrameId: card.activeFrameId,
  selectedAchievementBorder: card.selectedAchievementBorder,
});

/** Somebody in a list: who they are, and nothing of how they play. */
export const listed = (card: PlayerInfo) => ({
  ...faceOf(card),
  id: card.id,
  userId: card.id,
  username: card.username,
  firstName: card.firstName,
  profilePicture: card.profilePicture,
});

export const onlineUser = (card: PlayerInfo, inRoom: boolean, lastSeen: Date): OnlineUser => ({
  ...listed(card),
  inRoom,
  lastSeen: lastSeen.toISOString(),
});

const COMPUTERS = ['Pixel', 'Gizmo', 'Widget', 'Sprocket', 'Circuit', 'Gadget', 'Turbo', 'Cobalt'] as const;

/**
 * A computer opponent has no account. Its name follows from its id, so that all clients show the same, and cannot be taken
 * for a person's.
 */
export const botInfo = (id: string): PlayerInfo =>
  named(id, `${COMPUTERS[checksum(id) % COMPUTERS.length]} Bot`);

/** Somebody whose account has ended, or who cannot be asked about now. */
export const strangerInfo = (id: string): PlayerInfo => named(id, 'Player');

const named = (id: string, name: string): PlayerInfo => ({
  id,
  userId: id,
  username: name,
  displayName: name,
  firstName: null,
  profilePicture: null,
  profileImageUrl: null,
  ...worn(),
  ...honoursOf(),
  level: recordOf().level,
});

function checksum(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return sum;
}
