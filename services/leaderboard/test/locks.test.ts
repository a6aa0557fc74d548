import { toUserId, type UserId } from '@fifteen/domain';
import { waitingTransactions } from '@fifteen/testkit';
import { expect, test } from 'vitest';
import { lockUsers } from '../src/db/locks.ts';
import { testHarness } from './harness.ts';

const harness = testHarness();

test('users are locked in one order, whatever the order of a request', async () => {
  const { db } = await harness.openContext();
  const [first, second] = [toUserId('ann'), toUserId('bob')];
  const isFree = async (user: UserId): Promise<boolean | undefined> => {
    const { rows } = await harness.sql.query<{ free: boolean }>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free',
      [user],
    );
    return rows[0]?.free;
  };
  const [other] = await db.tx(async (sql) => {
    await lockUsers(sql, [first]);
    const waiting = db.tx((sql) => lockUsers(sql, [second, first]));
    await expect.poll(() => waitingTransactions(harness.sql)).toBe(1);
    expect([await isFree(first), await isFree(second)]).toEqual([false, true]);
    return [waiting];
  });
  await other;
});
