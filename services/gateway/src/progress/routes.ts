import { SPECIAL_THEMES, type UserId } from '@fifteen/domain';
import { RankResult } from '@fifteen/contract';
import type { RankResult as Result } from '@fifteen/proto/leaderboard';
import { AppError } from '@fifteen/runtime';
import { toAchievement } from '../translation/achievement.ts';
import type { Leaderboards } from './leaderboards.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Limits } from '../edge/limits.ts';
import { assertUserExists, type Clients } from '../clients/clients.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';

interface Deps {
  clients: Pick<Clients, 'identity' | 'leaderboard'>;
  limits: Limits;
  profiles: ProfileCache;
  leaderboards: Leaderboards;
}

/** Achievements and what they unlock. */
export function achievementRoutes({ clients, limits, profiles }: Deps): RouteHandlers<'achievements'> {
  const { leaderboard } = clients;
  const unlockedBy = async (userId: UserId) =>
    (await leaderboard.listAchievements({ userId })).achievements.map(toAchievement);
  return {
    own: ({ caller }) => unlockedBy(caller.userId),
    of: async ({ params: { userId } }) => {
      const [unlocked] = await Promise.all([unlockedBy(userId), assertUserExists(clients, userId)]);
      return unlocked;
    },
    sync: async ({ caller: { userId } }) => {
      await limits.action('achievements', userId);
      const { achievements } = await leaderboard.syncAchievements({ userId });
      return achievements.map(toAchievement);
    },
    selectBorder: async ({ caller: { userId }, body: { achievementType } }) => {
      await limits.action('achievements', userId);
      const request = { userId, border: achievementType ?? '' };
      const { record } = await leaderboard.selectBorder(request);
      profiles.dropRecord(userId);
      return { message: 'Your border has been changed.', selectedAchievementBorder: record.border || null };
    },
    themes: async ({ caller }) => {
      const { achievements } = await leaderboard.listAchievements({ userId: caller.userId });
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

/** Returns the end of the ISO week (UTC) of an instant. */
export const endOfWeek = (ms: number): number =>
  FIRST_MONDAY + (Math.floor((ms - FIRST_MONDAY) / WEEK_MS) + 1) * WEEK_MS;

/** Leaderboards. The end of the week needs no query. */
export const leaderboardRoutes = ({ leaderboards }: Deps): RouteHandlers<'leaderboard'> => ({
  weekly: ({ query }) => leaderboards.weekly(query.limit),
  allTime: ({ query }) => leaderboards.allTime(query.limit),
  timeLeft: async () => {
    const now = Date.now();
    const ends = endOfWeek(now);
    const seconds = Math.floor((ends - now) / 1_000);
    return {
      days: Math.floor(seconds / 86_400),
      hours: Math.floor(seconds / 3_600) % 24,
      minutes: Math.floor(seconds / 60) % 60,
      seconds: seconds % 60,
      endsAt: new Date(ends).toISOString(),
    };
  },
});

/** Level-ups and week results that the user has not seen. */
export const progressRoutes = ({ clients: { leaderboard } }: Deps): RouteHandlers<'progress'> => ({
  levelUps: async ({ caller }) => {
    const { levelUps } = await leaderboard.listPendingLevelUps({ userId: caller.userId });
    return levelUps.map(({ id, newLevel, previousLevel }) => ({ id, newLevel, previousLevel }));
  },
  acknowledge: async ({ caller, params: { id } }) => {
    await leaderboard.acknowledgeLevelUp({ userId: caller.userId, levelUpId: id });
    return undefined;
  },
  rankPopup: async ({ caller }) => {
    const { result } = await leaderboard.getPendingRank({ userId: caller.userId });
    return { hasPendingPopup: result !== undefined, rankData: result ? rankOf(result) : null };
  },
  rankSeen: async ({ caller, body: { year, weekNumber: number } }) => {
    await leaderboard.markRankSeen({ userId: caller.userId, week: { year, number } });
    return undefined;
  },
});

function rankOf({ week, rank, wins, games, coinsEarned, reward, paid, ...rest }: Result): RankResult {
  const reason = RankResult.shape.noRewardReason.safeParse(rest.noRewardReason || undefined).data;
  const { opponents, opponentsNeeded } = rest;
  return {
    ...{ weekNumber: week?.number ?? 0, year: week?.year ?? 0, finalRank: rank },
    ...{ rewardReceived: paid && reward > 0, rewardAmount: reward },
    ...{ weeklyWins: wins, weeklyGames: games, coinsEarned },
    ...(reason && { noRewardReason: reason }),
    ...(opponentsNeeded > 0 && { opponents, opponentsNeeded }),
  };
}

/** The caller's games against another player. Records of two other players are private (docs/threats.md, 52). */
export const headToHeadRoutes = ({
  clients: { leaderboard },
}: Pick<Deps, 'clients'>): Pick<RouteHandlers<'friends'>, 'headToHead'> => ({
  headToHead: async ({ caller, params: { userId, friendId: otherId } }) => {
    if (userId !== caller.userId) throw new AppError('FORBIDDEN');
    if (otherId === userId) throw new AppError('NOT_YOURSELF');
    const games = await leaderboard.getHeadToHead({ userId, otherId });
    return { ...games, winRate: Math.round((100 * games.wins) / Math.max(1, games.totalGames)) };
  },
});
