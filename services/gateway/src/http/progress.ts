import { RankResult, SPECIAL_THEMES } from '@fifteen/contract';
import type { RankResult as Result } from '@fifteen/proto/leaderboard';
import { AppError, isAppError } from '@fifteen/runtime';
import { achievementOf } from '../achievements.ts';
import type { Boards } from '../boards.ts';
import type { Cards } from '../cards.ts';
import type { Limits } from '../limits.ts';
import { assertThere, type Neighbours } from '../neighbours.ts';
import type { Handlers } from './handler.ts';

interface Parts {
  neighbours: Pick<Neighbours, 'identity' | 'leaderboard'>;
  limits: Limits;
  cards: Cards;
  boards: Boards;
}

/** Achievements, and what they unlock. */
export function achievementHandlers({ neighbours, limits, cards }: Parts): Handlers<'achievements'> {
  const { leaderboard } = neighbours;
  const unlockedBy = async (userId: string) =>
    (await leaderboard.achievements({ userId })).achievements.map(achievementOf);
  return {
    own: ({ who }) => unlockedBy(who.userId),
    of: async ({ params: { userId } }) => {
      const [unlocked] = await Promise.all([unlockedBy(userId), assertThere(neighbours, userId)]);
      return unlocked;
    },
    sync: async ({ who: { userId } }) => {
      await limits.act('honours', userId);
      const { achievements } = await leaderboard.syncAchievements({ userId });
      return achievements.map(achievementOf);
    },
    selectBorder: async ({ who: { userId }, body: { achievementType } }) => {
      await limits.act('honours', userId);
      const request = { userId, border: achievementType ?? '' };
      const { border } = await leaderboard.selectBorder(request).catch((error: unknown) => {
        throw isAppError(error, 'FORBIDDEN') ? new AppError('BORDER_LOCKED', error.message) : error;
      });
      cards.drop(userId);
      return { message: 'Your border has been changed.', selectedAchievementBorder: border || null };
    },
    themes: async ({ who }) => {
      const { achievements } = await leaderboard.achievements({ userId: who.userId });
      const unlocked = new Set(achievements.map(({ type }) => type));
      const themes = Object.entries(SPECIAL_THEMES);
      return { specialThemes: themes.map(([id, type]) => ({ id, unlocked: unlocked.has(type) })) };
    },
  };
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4 * DAY_MS;

/** When the week of an instant ends: an ISO week in UTC. */
export const endOfWeek = (ms: number): number =>
  FIRST_MONDAY + (Math.floor((ms - FIRST_MONDAY) / WEEK_MS) + 1) * WEEK_MS;

/** The boards. How long the week lasts is known without asking. */
export const leaderboardHandlers = ({ boards }: Parts): Handlers<'leaderboard'> => ({
  weekly: ({ query }) => boards.weekly(query.limit),
  allTime: ({ query }) => boards.allTime(query.limit),
  timeLeft: async () => {
    const ends = endOfWeek(Date.now());
    const seconds = Math.floor((ends - Date.now()) / 1_000);
    return {
      days: Math.floor(seconds / 86_400),
      hours: Math.floor(seconds / 3_600) % 24,
      minutes: Math.floor(seconds / 60) % 60,
      seconds: seconds % 60,
      endsAt: new Date(ends).toISOString(),
    };
  },
});

/** What one has reached and not seen yet. */
export const progressHandlers = ({ neighbours: { leaderboard } }: Parts): Handlers<'progress'> => ({
  levelUps: async ({ who }) => {
    const { levelUps } = await leaderboard.pendingLevelUps({ userId: who.userId });
    return levelUps.map(({ id, newLevel, previousLevel }) => ({ id, newLevel, previousLevel }));
  },
  acknowledge: async ({ who, params: { id } }) => {
    await leaderboard.acknowledgeLevelUp({ userId: who.userId, levelUpId: id });
    return undefined;
  },
  rankPopup: async ({ who }) => {
    const { result } = await leaderboard.pendingRank({ userId: who.userId });
    return { hasPendingPopup: result !== undefined, rankData: result ? rankOf(result) : null };
  },
  rankSeen: async ({ who, body: { year, weekNumber: number } }) => {
    await leaderboard.markRankSeen({ userId: who.userId, week: { year, number } });
    return undefined;
  },
});

function rankOf({ week, rank, wins, games, coinsEarned, reward, paid, ...rest }: Result): RankResult {
  const reason = RankResult.shape.noRewardReason.safeParse(rest.unrewarded || undefined).data;
  const { opponents, opponentsNeeded } = rest;
  return {
    ...{ weekNumber: week?.number ?? 0, year: week?.year ?? 0, finalRank: rank },
    ...{ rewardReceived: paid && reward > 0, rewardAmount: reward },
    ...{ weeklyWins: wins, weeklyGames: games, coinsEarned },
    ...(reason && { noRewardReason: reason }),
    ...(opponentsNeeded > 0 && { opponents, opponentsNeeded }),
  };
}

/** Games with somebody else. One's own only: what two others are to each other is nobody's (threat 52). */
export const headToHeadHandlers = ({
  neighbours: { leaderboard },
}: Pick<Parts, 'neighbours'>): Pick<Handlers<'friends'>, 'headToHead'> => ({
  headToHead: async ({ who, params: { userId, friendId: otherId } }) => {
    if (userId !== who.userId) throw new AppError('FORBIDDEN', 'Access denied');
    if (otherId === userId) throw new AppError('NOT_YOURSELF', 'oneself');
    const games = await leaderboard.headToHead({ userId, otherId });
    return { ...games, winRate: Math.round((100 * games.wins) / Math.max(1, games.totalGames)) };
  },
});
