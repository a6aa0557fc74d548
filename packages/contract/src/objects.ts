import { z } from 'zod';
import { AI_DIFFICULTIES } from './constants.ts';
import { Coins, Count, Id, Instant, Mark, Millis, Position, Role } from './scalars.ts';

/** What a browser sees of people, games and rooms (core-of-play 3). Sent by the server only, so unknown fields are cut off. */

/** Words that were checked when they came in; here they only have a type. */
const Shown = z.string();
const ShownOrNull = Shown.nullable();

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

/** Both spellings of a person's id and of their picture; clients use either. */
const person = {
  id: Id,
  userId: Id.describe('Equal to `id`'),
  username: Shown,
  displayName: Shown,
  firstName: ShownOrNull,
  profilePicture: ShownOrNull.describe('Path under /api/avatars'),
  profileImageUrl: ShownOrNull.describe('Equal to `profilePicture`'),
};

const record = {
  level: Count,
  wins: Count,
  losses: Count,
  draws: Count,
  totalGames: Count,
  currentWinStreak: Count,
  bestWinStreak: Count,
  winsToNextLevel: Count,
};

export const PublicUser = z
  .object({
    ...person,
    ...record,
    lastName: ShownOrNull,
    isEmailVerified: z.boolean(),
    isGuest: z.boolean(),
    photoURL: ShownOrNull.describe('Equal to `profilePicture`'),
    selectedAchievementBorder: ShownOrNull.describe(
      'What is worn: the one chosen, `none` when that was chosen, else what the record gives; null for nothing',
    ),
    achievements: z.array(Achievement).describe('Newest first'),
    activePieceStyle: Shown,
    activeFrameId: ShownOrNull,
    createdAt: Instant,
  })
  .meta({ id: 'PublicUser', description: 'Anybody, as everybody may see them' });
export type PublicUser = z.infer<typeof PublicUser>;

export const User = PublicUser.extend({
  email: ShownOrNull.describe('null for a guest'),
  coins: Coins,
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
    activeFrameId: ShownOrNull,
    achievements: z.array(Achievement).describe('The newest three'),
    selectedAchievementBorder: ShownOrNull.describe('As of PublicUser'),
    level: Count,
  })
  .meta({ id: 'PlayerInfo', description: 'The card of a player beside a board' });
export type PlayerInfo = z.infer<typeof PlayerInfo>;

const cells = z.literal(Array.from({ length: 15 }, (_, i) => String(i + 1)));

export const Game = z
  .object({
    id: Id,
    roomId: Id.nullable(),
    status: z.enum(['active', 'finished', 'abandoned']),
    gameMode: z.enum(['ai', 'pass-play', 'online']),
    board: z.partialRecord(cells, Mark).describe('Position to mark; free cells are missing'),
    currentPlayer: Mark,
    lastMove: Position.nullable(),
    lastMoveAt: Instant.nullable(),
    serverTime: Millis,
    timeRemaining: z.number().min(0).describe('Seconds left in this turn'),
    winningPositions: z.array(Position).nullable(),
    winner: Mark.nullable().describe('Also of a game that somebody left; null for a draw, and while active'),
    finishedAt: Instant.nullable().describe('null while active'),
    playerXId: Id,
    playerOId: Id,
    playerXInfo: PlayerInfo.nullable(),
    playerOInfo: PlayerInfo.nullable(),
    aiDifficulty: z.enum(AI_DIFFICULTIES).nullable(),
    autoPlayActive: Mark.nullable().describe('The seat the server plays'),
    betAmount: Coins,
    syncTimestamp: Millis,
    timestamp: Millis,
    version: Count.describe('0 at the start, +1 with every change; a client drops what is older than it has'),
    moves: z.array(Position).max(15).describe('In the order they were played; X begins'),
  })
  .meta({ id: 'Game', description: 'A whole game' });
export type Game = z.infer<typeof Game>;

export const GameResult = z
  .object({
    gameId: Id,
    roomId: Id.nullable(),
    winner: Mark.nullable(),
    condition: z.enum(['draw', 'horizontal', 'vertical', 'diagonal', 'abandonment', 'unknown']),
    winnerInfo: PlayerInfo.nullable(),
    betAmount: Coins,
    isAbandonmentWin: z.boolean(),
    abandonmentMessage: ShownOrNull,
    playerXInfo: PlayerInfo.nullable(),
    playerOInfo: PlayerInfo.nullable(),
    game: Game,
  })
  .meta({ id: 'GameResult', description: 'How a game ended' });
export type GameResult = z.infer<typeof GameResult>;

export const Participant = z
  .object({
    id: Id,
    userId: Id,
    role: Role,
    awaySince: Instant.nullable()
      .optional()
      .describe('Since when their last connection is gone; null while they are here'),
    agreed: z
      .boolean()
      .optional()
      .describe('Sat down as a player and has not played since: consent to one game at the bet of the room'),
    user: z.object({
      profileImageUrl: ShownOrNull,
      firstName: ShownOrNull,
      username: Shown,
      displayName: Shown,
    }),
  })
  .meta({ id: 'Participant', description: 'Somebody in a room' });
export type Participant = z.infer<typeof Participant>;

export const Room = z
  .object({
    id: Id,
    code: Shown.describe('8 characters of A-Z and 2-9'),
    name: Shown,
    status: z.enum(['waiting', 'playing', 'active']),
    ownerId: Id,
    participants: z.array(Participant),
    maxPlayers: z.literal([2, 4]),
    isPrivate: z.boolean(),
    betAmount: Coins,
    createdAt: Instant,
  })
  .meta({ id: 'Room', description: 'A room' });
export type Room = z.infer<typeof Room>;

export const PlayAgainRequest = z
  .object({
    id: Id,
    requestId: Id.describe('Equal to `id`'),
    requesterId: Id,
    requestedId: Id,
    gameId: Id,
    status: z.enum(['pending', 'accepted', 'rejected']),
    requestedAt: Instant,
    requester: z.object({
      displayName: Shown,
      firstName: ShownOrNull,
      username: Shown,
      profileImageUrl: ShownOrNull,
    }),
  })
  .meta({ id: 'PlayAgainRequest', description: 'Somebody asks for another game' });
export type PlayAgainRequest = z.infer<typeof PlayAgainRequest>;

export const RoomInvitation = z
  .object({
    id: Id,
    status: z.enum(['pending', 'accepted', 'rejected']),
    roomCode: Shown,
    inviterName: Shown,
    inviter: z.object({ displayName: Shown, username: Shown }),
    roomId: Id.optional(),
    betAmount: Coins.optional().describe('What each player of the room stakes'),
  })
  .meta({ id: 'RoomInvitation', description: 'Somebody invites into their room' });
export type RoomInvitation = z.infer<typeof RoomInvitation>;

export const Friend = z
  .object({
    ...person,
    lastName: ShownOrNull,
    online: z.boolean(),
    unread: Count.describe('Messages of theirs that were not read, counted up to 99'),
  })
  .meta({ id: 'Friend', description: 'A friend' });
export type Friend = z.infer<typeof Friend>;

export const FriendRequest = z
  .object({
    id: Id,
    requesterId: Id,
    requestedId: Id,
    status: z.enum(['pending', 'accepted', 'rejected']),
    sentAt: Instant,
    requester: z.object({ ...person, lastName: ShownOrNull }),
  })
  .meta({ id: 'FriendRequest', description: 'Somebody asks to be friends' });
export type FriendRequest = z.infer<typeof FriendRequest>;

export const FoundUser = z
  .object({
    ...person,
    lastName: ShownOrNull,
    relation: z
      .enum(['none', 'friend', 'asked', 'askedBy', 'self'])
      .describe('What they are to oneself; `asked`: by oneself, `askedBy`: by them'),
  })
  .meta({ id: 'FoundUser', description: 'Somebody who was searched for' });
export type FoundUser = z.infer<typeof FoundUser>;

export const ChatMessage = z
  .object({
    id: Id,
    senderId: Id,
    senderName: Shown,
    senderDisplayName: Shown,
    message: Shown,
    timestamp: Millis,
    fromMe: z.boolean(),
  })
  .meta({ id: 'ChatMessage', description: 'A message between friends' });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const PieceStyle = z
  .object({
    id: Id,
    styleName: Id.describe('Equal to `id`'),
    name: Shown,
    description: Shown,
    price: Coins,
    isDefault: z.boolean(),
    owned: z.boolean(),
  })
  .meta({ id: 'PieceStyle', description: 'How marks can look' });
export type PieceStyle = z.infer<typeof PieceStyle>;

export const AvatarFrame = z
  .object({ id: Id, name: Shown, description: Shown, price: Coins, isDefault: z.boolean() })
  .meta({ id: 'AvatarFrame', description: "What can be around one's picture" });
export type AvatarFrame = z.infer<typeof AvatarFrame>;

export const LevelUp = z
  .object({ id: Id, newLevel: Count, previousLevel: Count })
  .meta({ id: 'LevelUp', description: 'A level that was reached' });
export type LevelUp = z.infer<typeof LevelUp>;

export const RankResult = z
  .object({
    weekNumber: Count,
    year: Count,
    finalRank: Count,
    rewardReceived: z.boolean(),
    rewardAmount: Coins,
    weeklyWins: Count,
    weeklyGames: Count,
    coinsEarned: z.int().describe('Won in games that counted, less lost; may be negative'),
  })
  .meta({ id: 'RankResult', description: 'How a week ended for oneself' });
export type RankResult = z.infer<typeof RankResult>;

const ranked = { rank: Count, user: z.object({ id: Id, displayName: Shown, profileImageUrl: ShownOrNull }) };

export const WeeklyEntry = z
  .object({ ...ranked, weeklyWins: Count, weeklyGames: Count, coinsEarned: z.int() })
  .meta({ id: 'WeeklyEntry', description: 'A row of the weekly board' });
export type WeeklyEntry = z.infer<typeof WeeklyEntry>;

export const AllTimeEntry = z
  .object({ ...ranked, wins: Count, losses: Count, draws: Count, totalGames: Count })
  .meta({ id: 'AllTimeEntry', description: 'A row of the board of all time' });
export type AllTimeEntry = z.infer<typeof AllTimeEntry>;

export const ClientConfig = z
  .object({
    version: Shown.describe('Of the running product'),
    turnSeconds: z.number().positive(),
    roomBets: z.array(Coins),
    quickMatchBets: z.array(Coins),
    defaultQuickMatchBet: Coins,
    minimumCoinsOnline: Coins,
    aiWinReward: Coins,
    defaultCoins: Coins,
    coinPrices: z.array(
      z.object({ coins: Coins, rupees: z.number().positive(), discountPercent: z.number().min(0).max(100) }),
    ),
    supportEmail: Shown.describe('Where coins are bought and questions are asked'),
  })
  .meta({ id: 'ClientConfig', description: 'Limits and constants that the client shows' });
export type ClientConfig = z.infer<typeof ClientConfig>;
