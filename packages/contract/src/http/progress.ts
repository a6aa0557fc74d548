import { z } from 'zod';
import { SELECTABLE_BORDERS, WEEKLY_ENTRIES } from '@fifteen/domain';
import { Achievement, AllTimeEntry, LevelUp, RankResult, WeeklyEntry } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { Count, Id, Instant, UserId } from '../scalars.ts';
import { call, nothing } from './call.ts';

const top = z.object({
  limit: z.coerce.number().pipe(z.int().min(1).max(WEEKLY_ENTRIES)).default(WEEKLY_ENTRIES),
});

/** Achievements, and what they unlock (docs/spec/around-play.md#around-2.6, docs/spec/around-play.md#around-3.2). */
export const achievements = {
  own: call(routes.achievements.own, { summary: 'What one has unlocked', ok: { 200: z.array(Achievement) } }),
  of: call(routes.achievements.of, {
    summary: 'What somebody has unlocked',
    params: z.object({ userId: UserId }),
    ok: { 200: z.array(Achievement) },
    errors: ['USER_NOT_FOUND'],
  }),
  sync: call(routes.achievements.sync, {
    summary: "Compute one's achievements anew from one's games",
    ok: { 200: z.array(Achievement) },
  }),
  selectBorder: call(routes.achievements.selectBorder, {
    summary: 'Wear the border of an unlocked achievement, or none',
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
    summary: 'Special themes, and which of them one has unlocked',
    ok: { 200: z.object({ specialThemes: z.array(z.object({ id: z.string(), unlocked: z.boolean() })) }) },
  }),
};

/** The boards (docs/spec/around-play.md#around-2.10). */
export const leaderboard = {
  weekly: call(routes.leaderboard.weekly, {
    summary: 'The best of the running week',
    query: top,
    ok: { 200: z.array(WeeklyEntry) },
  }),
  allTime: call(routes.leaderboard.allTime, {
    summary: 'The best of all time',
    query: top,
    ok: { 200: z.array(AllTimeEntry) },
  }),
  timeLeft: call(routes.leaderboard.timeLeft, {
    summary: 'How long the running week lasts: an ISO week in UTC',
    ok: { 200: z.object({ days: Count, hours: Count, minutes: Count, seconds: Count, endsAt: Instant }) },
  }),
};

/** What one has reached and not seen yet. */
export const progress = {
  levelUps: call(routes.progress.levelUps, {
    summary: 'Levels that were reached and not acknowledged, oldest first',
    ok: { 200: z.array(LevelUp) },
  }),
  acknowledge: call(routes.progress.acknowledge, {
    summary: 'A level-up was seen; a repeat is no error',
    repeatable: true,
    params: z.object({ id: Id }),
    ok: { 204: nothing },
    errors: ['LEVEL_UP_NOT_FOUND'],
  }),
  rankPopup: call(routes.progress.rankPopup, {
    summary: 'The result of a past week that one has not seen',
    ok: { 200: z.object({ hasPendingPopup: z.boolean(), rankData: RankResult.nullable() }) },
  }),
  rankSeen: call(routes.progress.rankSeen, {
    summary: 'The result of a week was seen; a repeat is no error',
    repeatable: true,
    body: z.object({ weekNumber: z.int().min(1).max(53), year: z.int().min(2020).max(9999) }),
    ok: { 204: nothing },
  }),
};
