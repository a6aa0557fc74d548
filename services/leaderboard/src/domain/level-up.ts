import type { UserId } from '@fifteen/domain';
/** A level that a player reached. */
export interface LevelUp {
  readonly id: string;
  readonly userId: UserId;
  readonly previousLevel: number;
  readonly newLevel: number;
}

/** Returns the level-up of a user. Its id follows from the user and the level. */
export const levelUpOf = (userId: UserId, level: number): LevelUp => ({
  id: `${userId}:${level}`,
  userId,
  previousLevel: level - 1,
  newLevel: level,
});

/** Returns the level of a level-up's id, or undefined for an id that is malformed or another user's. */
export function levelOfId(userId: UserId, id: string): number | undefined {
  const digits = id.startsWith(`${userId}:`) ? /:(\d{1,6})$/.exec(id)?.[1] : undefined;
  if (digits === undefined) return undefined;
  const level = Number(digits);
  return levelUpOf(userId, level).id === id ? level : undefined;
}
