import type { OnlineUser, PlayerInfo, PlayerStats, PublicUser, User } from '@fifteen/contract';
import type { Looks } from '@fifteen/proto/economy';
import type { Account } from '@fifteen/proto/identity';
import type { Person } from './persons.ts';

/** What others may see of a person and what only they may: every shape in which a person leaves this house. */

/** The record of somebody of whom none is kept. */
const record = {
  level: 1,
  wins: 0,
  losses: 0,
  draws: 0,
  totalGames: 0,
  currentWinStreak: 0,
  bestWinStreak: 0,
  winsToNextLevel: 10,
} as const;

/** What somebody wears; the default, who has chosen nothing. */
const worn = (looks?: Looks) => ({
  activePieceStyle: looks?.pieceStyle ?? 'default',
  activeFrameId: looks?.frame || null,
});

/** What somebody has reached of whom nothing is kept. */
const honours = { achievements: [], selectedAchievementBorder: null };

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

export const publicUser = ({ account, looks }: Person): PublicUser => ({
  ...person(account),
  ...record,
  ...worn(looks),
  ...honours,
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
});

/** A record; with coins only when it is one's own. */
export const playerStats = (userId: string, coins?: number): PlayerStats => ({
  userId,
  ...record,
  ...(coins === undefined ? {} : { coins }),
  achievementsUnlocked: 0,
  selectedAchievementBorder: null,
});

export const playerInfo = ({ account, looks }: Person): PlayerInfo => ({
  ...person(account),
  ...worn(looks),
  ...honours,
  level: record.level,
});

/** Somebody in a list: who they are, and nothing of how they play. */
export const listed = (card: PlayerInfo) => ({
  id: card.id,
  userId: card.id,
  username: card.username,
  displayName: card.displayName,
  firstName: card.firstName,
  profilePicture: card.profilePicture,
  profileImageUrl: card.profileImageUrl,
});

export const onlineUser = (card: PlayerInfo, inRoom: boolean, lastSeen: Date): OnlineUser => ({
  ...listed(card),
  inRoom,
  lastSeen: lastSeen.toISOString(),
});

/** A computer opponent has no account; its name follows from its id, so that everybody sees the same. */
export const botInfo = (id: string): PlayerInfo => named(id, `Player ${1000 + (checksum(id) % 9000)}`);

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
  ...honours,
  level: record.level,
});

function checksum(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return sum;
}
