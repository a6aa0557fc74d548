import { z } from 'zod';
import { Coins, Count, Id, Instant, Millis } from '../scalars.ts';
import { displayFields, person, TrustedText, TrustedTextOrNull, UserRelation } from './people.ts';

/** Friends, shop, progress and leaderboards, as a browser receives them (docs/spec/around-play.md#around-3). */

/** A friend of the caller, with the caller's unread messages. */
export const Friend = z
  .object({
    ...person,
    lastName: TrustedTextOrNull,
    online: z.boolean(),
    unread: Count.describe('Unread messages of this friend, counted up to 99'),
  })
  .meta({ id: 'Friend', description: 'A friend' });
export type Friend = z.infer<typeof Friend>;

/** A request for a friendship, for the two users. */
export const FriendRequest = z
  .object({
    id: Id,
    requesterId: Id,
    requestedId: Id,
    status: z.enum(['pending', 'accepted', 'rejected']),
    sentAt: Instant,
    requester: z.object({ ...person, lastName: TrustedTextOrNull }),
  })
  .meta({ id: 'FriendRequest', description: 'A friend request' });
export type FriendRequest = z.infer<typeof FriendRequest>;

/** A search result. Users with a block between them and the caller are none. */
export const FoundUser = z
  .object({
    ...person,
    lastName: TrustedTextOrNull,
    relation: UserRelation,
  })
  .meta({ id: 'FoundUser', description: 'A user found by a search' });
export type FoundUser = z.infer<typeof FoundUser>;

/** A message between the caller and a friend; it stays when the friendship ends. */
export const ChatMessage = z
  .object({
    id: Id,
    senderId: Id,
    senderName: TrustedText,
    senderDisplayName: TrustedText,
    message: TrustedText,
    timestamp: Millis,
    fromMe: z.boolean(),
  })
  .meta({ id: 'ChatMessage', description: 'A message between friends' });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A piece style of the shop (docs/spec/around-play.md#around-3.4), and whether the caller owns it. */
export const PieceStyle = z
  .object({
    id: Id,
    styleName: Id.describe('Equal to `id`'),
    name: TrustedText,
    description: TrustedText,
    price: Coins,
    isDefault: z.boolean(),
    owned: z.boolean(),
  })
  .meta({ id: 'PieceStyle', description: 'A style of marks' });
export type PieceStyle = z.infer<typeof PieceStyle>;

/** A frame of the shop (docs/spec/around-play.md#around-3.5). */
export const AvatarFrame = z
  .object({ id: Id, name: TrustedText, description: TrustedText, price: Coins, isDefault: z.boolean() })
  .meta({ id: 'AvatarFrame', description: 'A frame around a profile picture' });
export type AvatarFrame = z.infer<typeof AvatarFrame>;

/** Earned items (docs/spec/around-play.md#around-3.9), and when the caller earned them; null for not yet. */
export const Reward = z
  .object({
    id: Id.describe('tutorial, first_online_game or review'),
    items: z.array(
      z.object({
        kind: z.enum(['style', 'emoji', 'frame']),
        id: Id,
        name: TrustedText,
        description: TrustedText,
        glyph: TrustedText.optional().describe('Of an emoji'),
        animationType: TrustedText.optional().describe('Of an emoji'),
      }),
    ),
    earnedAt: Instant.nullable(),
  })
  .meta({ id: 'Reward', description: 'Items that a player earns once' });
export type Reward = z.infer<typeof Reward>;

/** A gift to the caller (docs/spec/around-play.md#around-5.1); a repeat has the same id. */
export const Gift = z
  .object({ id: Id, amount: Coins, senderId: Id, senderName: TrustedText, message: TrustedText.nullable() })
  .meta({ id: 'Gift', description: 'A received gift; its coins are in the balance' });
export type Gift = z.infer<typeof Gift>;

/** A level that the caller reached and has not acknowledged. */
export const LevelUp = z
  .object({ id: Id, newLevel: Count, previousLevel: Count })
  .meta({ id: 'LevelUp', description: 'A reached level' });
export type LevelUp = z.infer<typeof LevelUp>;

/** The caller's result of a closed week (docs/spec/around-play.md#around-2.9). */
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
    noRewardReason: z
      .enum(['rank', 'wins', 'opponents', 'rejected'])
      .optional()
      .describe(
        'Why no reward was paid: a rank after 50, no win that counted, fewer different opponents than `opponentsNeeded`, ' +
          'or the ledger rejected it. Missing when there is a reward',
      ),
    opponents: Count.optional().describe('Different opponents in games that counted'),
    opponentsNeeded: Count.optional().describe('Different opponents that a reward required in that week'),
  })
  .meta({ id: 'RankResult', description: 'Result of a week for the caller' });
export type RankResult = z.infer<typeof RankResult>;

const ranked = { rank: Count, user: z.object({ id: Id, ...displayFields }) };

/** A rank of the running week (docs/spec/around-play.md#around-9.2). */
export const WeeklyEntry = z
  .object({ ...ranked, weeklyWins: Count, weeklyGames: Count, coinsEarned: z.int() })
  .meta({ id: 'WeeklyEntry', description: 'A row of the weekly leaderboard' });
export type WeeklyEntry = z.infer<typeof WeeklyEntry>;

/** A rank by all wins (docs/spec/around-play.md#around-2.10). */
export const AllTimeEntry = z
  .object({ ...ranked, wins: Count, losses: Count, draws: Count, totalGames: Count })
  .meta({ id: 'AllTimeEntry', description: 'A row of the all-time leaderboard' });
export type AllTimeEntry = z.infer<typeof AllTimeEntry>;

/** What a client shows of this installation, without a session as well. */
export const ClientConfig = z
  .object({
    version: TrustedText.describe('Version of the running product'),
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
    supportEmail: TrustedText.describe('E-mail address for purchases of coins and for questions'),
  })
  .meta({ id: 'ClientConfig', description: 'Limits and constants that the client shows' });
export type ClientConfig = z.infer<typeof ClientConfig>;
