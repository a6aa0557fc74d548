import { REWARDS, type RewardType, type UserId } from '@fifteen/domain';
import type { Reward } from '@fifteen/proto/economy';
import type { Sql } from '@fifteen/runtime';
import { itemsOfReward } from '../catalogue/catalogue.ts';
import { KIND_NAMES } from './items.ts';
import type { LedgerCommand } from './ledger.ts';

/** The result of earning a reward. */
interface Earned {
  reward: Reward;
  /** False when the user had it before, or has a closed wallet. */
  earnedNow: boolean;
}

/**
 * Returns the command that grants the items of a reward, once per user and reward, and notifies the user of it.
 * @throws USER_NOT_FOUND without a wallet
 */
export const earnRewardCommand =
  (userId: UserId, type: RewardType): LedgerCommand<Earned> =>
  async (sql, effects) => {
    const items = itemsOfReward(type);
    const { rows } = await sql.query<{ earned: boolean }>('SELECT earn_reward($1, $2, $3, $4) AS earned', [
      userId,
      type,
      items.map(({ kind }) => KIND_NAMES[kind]),
      items.map(({ item }) => item.id),
    ]);
    const earnedNow = rows[0]?.earned ?? false;
    const rewards = await readRewards(sql, userId);
    const reward = rewards.find((one) => one.type === type);
    if (!reward) throw new Error(`there is no reward ${type}`);
    if (earnedNow) effects.addNotification(userId, { $case: 'reward', value: reward });
    return { reward, earnedNow };
  };

/** Returns those of the users who have not earned a reward. */
export async function usersWithoutReward(
  sql: Sql,
  userIds: readonly UserId[],
  type: RewardType,
): Promise<UserId[]> {
  const { rows } = await sql.query<{ id: UserId }>(
    `SELECT id FROM unnest($1::text[]) AS id WHERE NOT EXISTS (SELECT FROM reward WHERE user_id = id AND reward = $2)`,
    [userIds, type],
  );
  return rows.map(({ id }) => id);
}

/** Returns all rewards with their items, and since when a user has earned them. */
export async function readRewards(sql: Sql, userId: UserId): Promise<Reward[]> {
  const { rows } = await sql.query<{ reward: string; at: Date }>(
    'SELECT reward, at FROM reward WHERE user_id = $1',
    [userId],
  );
  const earned = new Map(rows.map(({ reward, at }) => [reward, at]));
  return REWARDS.map((type) => ({
    type,
    items: itemsOfReward(type).map(({ item }) => item),
    earnedAt: earned.get(type),
  }));
}
