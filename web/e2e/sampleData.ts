import type {
  Achievement,
  AllTimeEntry,
  AvatarFrame,
  ChatMessage,
  ClientConfig,
  Friend,
  FriendRequest,
  OnlineUser,
  PieceStyle,
  RoomPreview,
  User,
  WeeklyEntry,
} from '@fifteen/contract';
import { QUICK_MATCH_BETS, ROOM_BETS } from '@fifteen/domain';

/** Data of the sample server: the same players, friends and prices in each run. */

const noPicture = { profileImageUrl: null, activeFrameId: null, selectedAchievementBorder: null };
const named = (id: string, displayName: string) => ({
  id,
  userId: id,
  username: displayName.toLowerCase(),
  firstName: null,
  lastName: null,
  profilePicture: null,
  displayName,
  ...noPicture,
});

export const NOW = Date.UTC(2026, 10, 25, 12);
const instant = new Date(NOW).toISOString();

export const newcomer: User = {
  ...named('mina', 'Mina'),
  level: 1,
  wins: 0,
  losses: 0,
  draws: 0,
  totalGames: 0,
  currentWinStreak: 0,
  bestWinStreak: 0,
  winsToNextLevel: 10,
  isEmailVerified: true,
  isGuest: true,
  photoURL: null,
  achievements: [],
  activePieceStyle: 'default',
  createdAt: instant,
  email: null,
  coins: 1000,
};

export const member: User = {
  ...newcomer,
  isGuest: false,
  email: 'mina@example.org',
  level: 7,
  wins: 64,
  losses: 31,
  draws: 5,
  totalGames: 100,
  currentWinStreak: 4,
  bestWinStreak: 9,
  winsToNextLevel: 6,
  coins: 24_500_000,
};

const names = ['Amara', 'Diego', 'Ines', 'Kavya', 'Laila', 'Mateo', 'Noor', 'Putri', 'Rafi', 'Tomás'];
const others = names.map((name) => named(name.toLowerCase(), name));

export const friends: readonly Friend[] = others
  .slice(0, 6)
  .map((each, index) => ({ ...each, online: index < 2, unread: index === 0 ? 2 : 0 }));

export const friendRequests: readonly FriendRequest[] = others.slice(6, 7).map((requester) => ({
  id: 'request',
  requesterId: requester.id,
  requestedId: member.id,
  status: 'pending',
  sentAt: instant,
  requester,
}));

export const onlineUsers: readonly OnlineUser[] = others
  .slice(0, 4)
  .map((each) => ({ ...each, inRoom: false, lastSeen: instant }));

const ranked = (rank: number) => {
  const { id, displayName } = others[rank - 1] ?? member;
  return { rank, user: { id, displayName, ...noPicture } };
};

export const weekly: readonly WeeklyEntry[] = others.map((_, index) => ({
  ...ranked(index + 1),
  weeklyWins: 40 - 3 * index,
  weeklyGames: 52 - 2 * index,
  coinsEarned: 900_000 - 80_000 * index,
}));

export const allTime: readonly AllTimeEntry[] = others.map((_, index) => ({
  ...ranked(index + 1),
  wins: 400 - 30 * index,
  losses: 120 + 5 * index,
  draws: 12,
  totalGames: 532 - 25 * index,
}));

const style = (id: string, name: string, price: number, owned = price === 0): PieceStyle => ({
  id,
  styleName: id,
  name,
  description: '',
  price,
  isDefault: price === 0,
  owned,
});

export const pieceStyles: readonly PieceStyle[] = [
  style('default', 'Classic', 0),
  style('autumn', 'Autumn', 10_000_000, true),
  style('thunder', 'Thunder', 20_000_000),
  style('fire', 'Fire', 35_000_000),
  style('hammer', 'Hammer', 50_000_000),
  style('lotus', 'Lotus', 500_000_000),
];

export const clientConfig: ClientConfig = {
  version: '1.0.0',
  turnSeconds: 30,
  roomBets: [...ROOM_BETS],
  quickMatchBets: [...QUICK_MATCH_BETS],
  defaultQuickMatchBet: 1_000_000,
  minimumCoinsOnline: 1000,
  aiWinReward: 100,
  defaultCoins: 1000,
  coinPrices: [{ coins: 10_000_000, rupees: 100, discountPercent: 0 }],
  supportEmail: 'support@example.org',
};

export const emojis = [
  { id: 'wave', name: '👋 Hello', description: '', price: 50_000, animationType: 'shake', glyph: '👋' },
  { id: 'crown', name: '👑 Crown', description: '', price: 50_000_000, animationType: 'burst', glyph: '👑' },
];

export const frames: readonly AvatarFrame[] = [
  { id: 'default', name: 'Classic', description: '', price: 0, isDefault: true },
  { id: 'firestorm', name: 'Firestorm', description: '', price: 1_000_000_000, isDefault: false },
];

export const achievements: readonly Achievement[] = ['first_win', 'win_streak_5', 'legend'].map((type) => ({
  id: type,
  achievementType: type,
  achievementName: type,
  description: '',
  icon: '',
  unlockedAt: instant,
}));

export const messages: readonly ChatMessage[] = ['Good game!', 'Thanks. One more tonight?'].map(
  (message, index) => ({
    id: `message-${index}`,
    senderId: index === 0 ? member.id : 'amara',
    senderName: '',
    senderDisplayName: '',
    message,
    timestamp: NOW - 60_000 * (2 - index),
    fromMe: index === 0,
  }),
);

export const preview: RoomPreview = {
  code: 'ABCDEFGH',
  status: 'waiting',
  betAmount: 5000,
  maxPlayers: 4,
  hostName: 'Yusuf',
  freeSeats: 1,
};
