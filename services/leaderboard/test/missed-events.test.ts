import type { UserId } from '@fifteen/domain';
import { DAY_MS, startOf, weekAfter, weekOf, type Week } from '../src/domain/week.ts';
import { reconcileRunningWeek } from '../src/jobs/reconcile-running-week.ts';
import { expect, test } from 'vitest';
import { testHarness } from './harness.ts';
import { within } from './weeks.ts';

/** Games of which this service received no event. */
const harness = testHarness();

test('a week is closed also when no event of it or a later week has arrived', async () => {
  const known = weekOf(new Date(Date.now() - 3 * 7 * DAY_MS));
  const missed = weekAfter(known);
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  await harness.finishGame({ x: ann, o: bob, at: within(missed, 1), published: false });
  await harness.waitForEvents();
  await harness.sql.query(`INSERT INTO week (year, number, state) VALUES ($1, $2, 'paid')`, [
    known.year,
    known.number,
  ]);
  const { weeks } = await harness.admin.closeWeeks({});
  expect(weeks).toEqual([missed, weekAfter(missed)].map((week) => ({ week, waitsFor: '' })));
  const { rows } = await harness.sql.query<Week & { state: string; winner: UserId | null }>(
    `SELECT w.year, number, state, user_id AS winner FROM week w
     LEFT JOIN weekly_result r ON (r.year, r.week, rank) = (w.year, number, 1) ORDER BY w.year, number`,
  );
  expect(rows).toEqual([
    { ...known, state: 'paid', winner: null },
    { ...missed, state: 'paid', winner: ann },
    { ...weekAfter(missed), state: 'paid', winner: null },
  ]);
});

test('missing games of the running week are fetched before its end', async () => {
  const context = await harness.openContext();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  const at = startOf(weekOf(new Date()));
  await harness.waitForEvents();
  await harness.finishGame({ x: ann, o: bob, at, published: false });
  await harness.finishGame({ x: ann, o: bob, at: new Date(Date.now() + 60_000), published: false });
  const winsOf = async (userId: UserId) => {
    const { records } = await harness.leaderboard.getRecords({ userIds: [userId] });
    return records[0]?.wins;
  };
  expect(await winsOf(ann)).toBe(0);
  await reconcileRunningWeek(context);
  expect(await winsOf(ann), 'without the game that ends later than it compares').toBe(1);
});
