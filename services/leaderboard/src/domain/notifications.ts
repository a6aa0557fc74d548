import type { UserId } from '@fifteen/domain';
import type { PushBody } from '@fifteen/runtime';
import { levelUpOf } from './level-up.ts';
import type { Milestones } from './progress.ts';

/** Older milestones are not pushed: their game's event arrived late, or is a replay. */
const RECENT_MS = 10 * 60_000;

/** Returns the pushes for the recent milestones of a user. A client that misses them gets them with its next query. */
export function milestonePushes(userId: UserId, { achievements, levels }: Milestones): PushBody[] {
  const isRecent = ([, at]: readonly [unknown, Date]): boolean => Date.now() - at.getTime() < RECENT_MS;
  return [
    ...[...achievements].filter(isRecent).map(([type, unlockedAt]): PushBody => ({
      $case: 'achievement',
      value: { type, unlockedAt },
    })),
    ...[...levels].filter(isRecent).map(([level]): PushBody => ({
      $case: 'levelUp',
      value: levelUpOf(userId, level),
    })),
  ];
}
