import type { UserId } from '@fifteen/domain';
import type { Log } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { expect, test } from 'vitest';
import { weekName } from '../src/domain/week.ts';
import { testHarness } from './harness.ts';
import { pastWeeks, within } from './weeks.ts';

/** What the closing of a week waits for while another service has a defect. */
const harness = testHarness();

const newWeek = pastWeeks();

const coinsOf = async (userIds: UserId[]): Promise<number[]> =>
  (await harness.economy.getBalances({ userIds })).balances.map(({ coins }) => coins);

test('a defect of the ledger for one rank delays no other reward, and an operator must look', async () => {
  const week = newWeek();
  const [ann, bob, cem, dan] = (await harness.newUsers(4)) as [UserId, UserId, UserId, UserId];
  await harness.finishGame({ x: ann, o: dan, at: within(week, 1) });
  await harness.finishGame({ x: bob, o: dan, at: within(week, 2) });
  await harness.finishGame({ x: cem, o: dan, at: within(week, 3) });
  await harness.waitForEvents();
  const errors: object[] = [];
  const replicaLog = Object.create(log, {
    error: { value: (fields: object) => errors.push(fields) },
  }) as Log;
  const replica = await harness.startReplica({}, undefined, replicaLog);
  await harness.ledger.query(`
    CREATE FUNCTION fail_reward() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a defect'; END $$;
    CREATE TRIGGER fail_reward BEFORE INSERT ON weekly_reward FOR EACH ROW WHEN (NEW.user_id = '${bob}')
      EXECUTE FUNCTION fail_reward()`);
  expect(await harness.waitsFor(week, replica.admin)).toBe('an operator for rank 2: the log holds the error');
  await replica.stop();
  expect(await coinsOf([ann, bob, cem])).toEqual([30_001_000, 1_000, 10_001_000]);
  const alarm = { alarm: true, week: weekName(week), rank: 2, userId: bob };
  expect(errors).toContainEqual(expect.objectContaining(alarm));

  await harness.ledger.query('DROP FUNCTION fail_reward CASCADE');
  expect(await harness.waitsFor(week)).toBe('');
  expect(await coinsOf([bob])).toEqual([20_001_000]);
});

test('a week waits for an operator while a defect of another service keeps it open', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  await harness.games.query('ALTER TABLE game RENAME COLUMN finished_at TO ended_at');
  expect(await harness.waitsFor(week)).toBe('an operator: the log holds the error');
  await harness.games.query('ALTER TABLE game RENAME COLUMN ended_at TO finished_at');
  expect(await harness.waitsFor(week)).toBe('');
});
