import { z } from 'zod';
import { SELECTABLE_BORDERS, WEEKLY_ENTRIES } from '@fifteen/domain';
import { Achievement, AllTimeEntry, LevelUp, RankResult, WeeklyEntry } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Count, Id, Instant, UserId } from '../scalars.ts';
import { call, noContent, rowLimit } from './call.ts';

const top = z.object({ limit: rowLimit(WEEKLY_ENTRIES) });

/** Achievements and their rewards (docs/spec/around-play.md#around-2.6, docs/spec/around-play.md#around-3.2). */
export const achievements = {
  own: call(routes.achievements.own, {
    summary: 'Unlocked achievements of the caller',
    ok: { 200: z.array(Achievement) },
  }),
  of: call(routes.achievements.of, {
    summary: 'Unlocked achievements of a user',
    params: z.object({ userId: UserId }),
    ok: { 200: z.array(Achievement) },
    errors: ['USER_NOT_FOUND'],
  }),
  sync: call(routes.achievements.sync, {
    summary: 'Compute the achievements of the caller again from the record',
    ok: { 200: z.array(Achievement) },
  }),
  selectBorder: call(routes.achievements.selectBorder, {
    summary: 'Equip the border of an unlocked achievement, or none',
    body: z.object({
      achievementType: z
        .enum([...SELECTABLE_BORDERS, 'automatic'])
        .nullable()
        .describe('null for no border; `automatic` for the highest one that the record has earned'),
    }),
    ok: { 200: z.object({ message: z.string(), selectedAchievementBorder: z.string().nullable() }) },
    errors: ['BORDER_LOCKED'],
  }),
  themes: call(routes.achievements.themes, {
    summary: 'Special themes, and which of them the caller has unlocked',
    ok: { 200: z.object({ specialThemes: z.array(z.object({ id: z.string(), unlocked: z.boolean() })) }) },
  }),
};

/** Leaderboards (docs/spec/around-play.md#around-2.10). */
export const leaderboard = {
  weekly: call(routes.leaderboard.weekly, {
    summary: 'Leaderboard of the current week',
    query: top,
    ok: { 200: z.array(WeeklyEntry) },
  }),
  allTime: call(routes.leaderboard.allTime, {
    summary: 'Leaderboard of all time',
    query: top,
    ok: { 200: z.array(AllTimeEntry) },
  }),
  timeLeft: call(routes.leaderboard.timeLeft, {
    summary: 'Time left in the current week, an ISO week in UTC',
    ok: { 200: z.object({ days: Count, hours: Count, minutes: Count, seconds: Count, endsAt: Instant }) },
  }),
};

/** Level-ups and weekly ranks that the user has not seen yet. */
export const progress = {
  levelUps: call(routes.progress.levelUps, {
    summary: 'Level-ups that the caller has not acknowledged, oldest first',
    ok: { 200: z.array(LevelUp) },
  }),
  acknowledge: call(routes.progress.acknowledge, {
    summary: 'Acknowledge a level-up; a repeat changes nothing',
    idempotent: true,
    params: z.object({ id: Id }),
    ok: { 204: noContent },
    errors: ['LEVEL_UP_NOT_FOUND'],
  }),
  rankPopup: call(routes.progress.rankPopup, {
    summary: 'Oldest result of the last five weeks that the caller has not seen',
    ok: { 200: z.object({ hasPendingPopup: z.boolean(), rankData: RankResult.nullable() }) },
  }),
  rankSeen: call(routes.progress.rankSeen, {
    summary: 'Mark the result of a week as seen; a repeat changes nothing',
    idempotent: true,
    body: z.object({ weekNumber: z.int().min(1).max(53), year: z.int().min(2020).max(9999) }),
    ok: { 204: noContent },
  }),
};
