import { toUserId, type GameId, type UserId } from '@fifteen/domain';
import { rowsReadBy } from '@fifteen/testkit';
import { UNREACHABLE } from '@fifteen/testkit/services';
import { expect, test } from 'vitest';
import { playersWithoutRegistration } from '../src/db/players.ts';
import { deleteOldAccessRecords } from '../src/jobs/delete-old-access-records.ts';
import { DAY_MS, endOf, startOf, type Week } from '../src/domain/week.ts';
import { closeWeeks } from '../src/workflows/close-weeks.ts';
import { writeAccount, writeUserSeen } from './fixtures.ts';
import { testHarness } from './harness.ts';
import { pastWeeks, within } from './weeks.ts';

/** What a week gets from the game service and from identity before it is frozen. */
const harness = testHarness();

const newWeek = pastWeeks();

const winsOf = async ({ year, number }: Week) =>
  (
    await harness.sql.query<{ user_id: UserId; wins: number }>(
      `SELECT user_id, wins FROM weekly_result WHERE year = $1 AND week = $2 ORDER BY rank`,
      [year, number],
    )
  ).rows;

test('a win of a returning player does not count, if the records of the shared network are late, and many', async () => {
  const week = newWeek();
  const [ann, bob, cem] = (await harness.newUsers(3)) as [UserId, UserId, UserId];
  for (const userId of [ann, bob]) {
    const device = `of ${userId}`;
    await writeUserSeen(harness.identity, { userId, network: `of ${userId}`, device });
    for (const network of ['shared', `mobile of ${userId}`])
      await writeUserSeen(harness.identity, { userId, network, device }, within(week, 10));
  }
  for (let hour = 1; hour <= 30; hour += 1)
    await writeUserSeen(
      harness.identity,
      { userId: ann, network: `of hour ${hour}`, device: `of ${ann}` },
      within(week, hour * 3_600),
    );
  await harness.waitForEvents();
  // As if the broker had been down since the week before: the older records are stored, and the newest are not.
  await harness.sql.query(`DELETE FROM sighting WHERE user_id = ANY ($1) AND at >= $2`, [
    [ann, bob],
    startOf(week),
  ]);
  await harness.finishGame({ x: ann, o: bob, at: within(week, 20) });
  await harness.finishGame({ x: cem, o: bob, at: within(week, 30) });
  await harness.waitForEvents();
  expect(await harness.waitsFor(week)).toBe('');
  expect(await winsOf(week)).toEqual([
    { user_id: cem, wins: 1 },
    { user_id: bob, wins: 0 },
  ]);
});

test('a week of players with access records stays open while identity is unavailable', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  for (const userId of [ann, bob])
    await writeUserSeen(harness.identity, { userId, network: `of ${userId}`, device: '' });
  await harness.finishGame({ x: ann, o: bob, at: within(week, 1) });
  await harness.waitForEvents();
  const withoutIdentity = await harness.startReplica({ IDENTITY_ADDR: UNREACHABLE });
  expect(await harness.waitsFor(week, withoutIdentity.admin)).toMatch(/identity/);
  expect(await winsOf(week)).toEqual([]);
  await withoutIdentity.stop();
  expect(await harness.waitsFor(week)).toBe('');
  expect(await winsOf(week)).toHaveLength(2);
});

test('a week without games between registered players closes without identity', async () => {
  const week = newWeek();
  const [ann] = (await harness.newUsers(1)) as [UserId];
  await harness.finishGame({ x: ann, o: toUserId('player_1'), at: within(week, 1) });
  await harness.waitForEvents();
  const withoutIdentity = await harness.startReplica({ IDENTITY_ADDR: UNREACHABLE });
  expect(await harness.waitsFor(week, withoutIdentity.admin)).toBe('');
  await withoutIdentity.stop();
});

test('reconciliation writes only missing games, those of a page at once', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  const guest = await writeAccount(harness.identity, { guest: true });
  const finish = (second: number, published: boolean): Promise<GameId> =>
    harness.finishGame({ x: ann, o: bob, at: within(week, second), published });
  for (let second = 0; second < 205; second += 1) await finish(second, true);
  await harness.finishGame({ x: guest, o: ann, at: within(week, 300) });
  await harness.waitForEvents();
  const ofFirstPage = [await finish(50, false), await finish(51, false)].sort();
  const ofSecondPage = [await finish(301, false)];
  // A trigger runs for rows that exist, too.
  await harness.sql.query(`
    CREATE TABLE written (id uuid, tx bigint DEFAULT txid_current());
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO written (id) VALUES (NEW.id);
      RETURN NEW;
    END $$;
    CREATE TRIGGER note_write BEFORE INSERT ON game FOR EACH ROW EXECUTE FUNCTION note_write()`);
  expect(await harness.waitsFor(week)).toBe('');
  const { rows } = await harness.sql.query<{ ids: GameId[] }>(
    `SELECT array_agg(id::text ORDER BY id) AS ids FROM written GROUP BY tx ORDER BY tx`,
  );
  expect(rows.map(({ ids }) => ids)).toEqual([ofFirstPage, ofSecondPage]);
});

test('the players without a registration are found among the games of their week only', async () => {
  const week = newWeek();
  const [member] = (await harness.newUsers(1)) as [UserId];
  const [x, o, lonely] = [
    await writeAccount(harness.identity, { guest: true }),
    await writeAccount(harness.identity, { guest: true }),
    await writeAccount(harness.identity, { guest: true }),
  ];
  await harness.finishGame({ x, o: member, at: within(week, 1) });
  await harness.finishGame({ x: member, o, at: within(week, 2) });
  await harness.finishGame({ x, o, at: endOf(week) });
  await harness.finishGame({ x: lonely, o: toUserId('player_1'), at: within(week, 3) });
  await harness.finishGame({ x: lonely, o: member, condition: 'expired', at: within(week, 4) });
  await harness.waitForEvents();
  await harness.sql.query(`
    WITH old AS (INSERT INTO game (id, x_user, o_user, winner, condition, plies, bet, finished_at)
      SELECT gen_random_uuid(), 'old-' || n % 99, 'old-' || n % 98, NULL, 'draw', 15, 0,
        '2021-06-01'::timestamptz + n * interval '1 minute' FROM generate_series(1, 5000) n RETURNING *)
    INSERT INTO player_game (user_id, game_id, opponent_id, outcome, diagonal, coins, finished_at, year, week)
      SELECT x_user, id, o_user, 'draw', false, 0, finished_at, 2021, 22 FROM old`);
  await harness.sql.query('ANALYZE game, player_game, player');
  const found: UserId[] = [];
  const rows = await rowsReadBy(harness.sql, async (sql) => {
    const range = { from: startOf(week), until: endOf(week) };
    found.push(...(await playersWithoutRegistration(sql, range)));
  });
  expect(found.sort()).toEqual([x, o].sort());
  expect(rows).toBeLessThan(500);
});

test('a week is closed by statements that cover at most a day of its games', async () => {
  const week = newWeek();
  const [ann, bob] = (await harness.newUsers(2)) as [UserId, UserId];
  for (let day = 0; day < 7; day += 1) {
    const begins = startOf(week).getTime() + day * DAY_MS;
    await harness.finishGame({ x: ann, o: bob, at: new Date(begins), published: day % 3 > 0 });
    await harness.finishGame({ x: bob, o: ann, at: new Date(begins + DAY_MS - 1), published: day % 2 > 0 });
  }
  await harness.waitForEvents();
  const context = await harness.openContext();
  const spans: number[] = [];
  const record = (values: readonly unknown[] = []): void => {
    const [from, until] = values.filter((value) => value instanceof Date);
    if (from && until) spans.push(until.getTime() - from.getTime());
  };
  const closings = await closeWeeks({
    ...context,
    db: {
      ...context.db,
      query: (statement, values) => {
        record(typeof statement === 'string' ? values : statement.values);
        return context.db.query(statement, values);
      },
    },
    game: {
      ...context.game,
      countEndedGames: (range, options) => {
        record([range.from, range.until]);
        return context.game.countEndedGames(range, options);
      },
    },
  });
  expect(closings).toContainEqual({ week, waitsFor: '' });
  expect((await winsOf(week)).map(({ wins }) => wins)).toEqual([7, 7]);
  expect(Math.max(...spans)).toBe(DAY_MS);
});

test('access records are deleted after 90 days, except the newest of those that are older', async () => {
  const users = await harness.newUsers(2);
  await harness.sql.query(
    `INSERT INTO sighting (user_id, at, network, device)
     SELECT user_id, now() - age, 'a network', 'a device'
     FROM unnest($1::text[]) AS user_id, unnest('{400 days,91 days,90 days 1 minute,89 days,1 day}'::interval[]) AS age`,
    [users],
  );
  const { db } = await harness.openContext();
  while (await deleteOldAccessRecords({ db }));
  const { rows } = await harness.sql.query(
    `SELECT user_id, array_agg(extract(day FROM now() - at)::int ORDER BY at) AS days
     FROM sighting WHERE user_id = ANY ($1) AND network = 'a network' GROUP BY user_id`,
    [users],
  );
  expect(rows).toEqual(expect.arrayContaining(users.map((user_id) => ({ user_id, days: [90, 89, 1] }))));
});
