import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { LeaderboardServiceDefinition } from '@fifteen/proto/leaderboard';
import {
  type Calls,
  type Database,
  Lifecycle,
  openDatabase,
  type ServiceDescription,
} from '@fifteen/runtime';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weeklyRewardOf, type UserId } from '@fifteen/domain';
import { connectAs, log, tokensOf } from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { startOf, weekOf } from '../src/domain/week.ts';
import { writeGame, writeAccount, type FinishedGameRow } from './fixtures.ts';

/** Kills real processes with SIGKILL: the next process completes each unfinished step, once. */
const lifecycle = new Lifecycle(log);
let stack: Stack;
let bank: Calls<typeof EconomyServiceDefinition>;
let signup: (userId: UserId) => Promise<unknown>;
let board: Calls<typeof LeaderboardServiceDefinition>;
let [identity, games, sql] = [] as unknown as [Database, Database, Database];
let users: UserId[] = [];

const NAMES = ['identity', 'economy', 'game', 'leaderboard'] as const;
/** Crashes between the payment of a reward and its note: twenty crashes in all at night, ten for each commit. */
const UNMARKED = process.env.TESTS === 'all' ? 13 : 3;
const week = weekOf(new Date(Date.now() - 7 * 86_400_000));

beforeAll(async () => {
  const fastJobs = { CLOSE_INTERVAL_SECONDS: '0.1', CLOSE_AFTER_SECONDS: '0.001', COMPARE_SECONDS: '0.2' };
  stack = await startStack({
    services: NAMES,
    own: true,
    env: {
      identity: tokensOf('identity'),
      economy: tokensOf('economy'),
      game: tokensOf('game'),
      leaderboard: { ...tokensOf('leaderboard'), ...fastJobs },
    },
  });
  const connect = <S extends ServiceDescription>(service: S, name: (typeof NAMES)[number], caller: Caller) =>
    connectAs(caller, service, stack.addresses(name)[0] ?? '', lifecycle);
  bank = connect(EconomyServiceDefinition, 'economy', 'admin');
  const economyAsIdentity = connect(EconomyServiceDefinition, 'economy', 'identity');
  signup = (userId) => economyAsIdentity.openWallet({ userId });
  board = connect(LeaderboardServiceDefinition, 'leaderboard', 'gateway');
  const look = (name: (typeof NAMES)[number]): Database =>
    openDatabase({ service: 'test', url: stack.databases[name]!.ownerUrl, pool: 2 }, { log, lifecycle });
  [identity, games, sql] = [look('identity'), look('game'), look('leaderboard')];
  users = await Promise.all(Array.from({ length: 16 }, () => writeAccount(identity)));
  await Promise.all(users.map(signup));
}, 90_000);
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

/** Starts the leaderboard, which crashes at a failpoint. */
async function crashAt(point: string): Promise<void> {
  const [replica] = stack.service('leaderboard');
  const starting = replica!.start({ FAILPOINT: `leaderboard.${point}` }).catch(() => undefined);
  expect(await replica!.exit).toBe('SIGKILL');
  // If it crashed before it was seen to be ready, it would be started again, and then wait for the failpoint in vain.
  await replica!.kill();
  await starting;
}

/** The games of a week in which each user wins against all later ones: the first fifteen times, the last never. */
const gamesOfWeek = (): FinishedGameRow[] =>
  users
    .flatMap((x, i) => users.slice(i + 1).map((o) => ({ x, o })))
    .map((pair, i) => ({ ...pair, at: new Date(startOf(week).getTime() + i * 1_000) }));

/** Games that are new before each crash: no more than a batch of events, which one transaction may count. */
const GAMES_PER_CRASH = 17;

test('threat 38: repeated crashes while counting games, ranking and paying do not change the result of a week', async () => {
  const [replica] = stack.service('leaderboard');
  await replica!.kill();
  const rows = gamesOfWeek();
  const writeGames = async (count: number): Promise<void> => {
    for (const row of rows.splice(0, count)) await writeGame(games, row);
  };
  for (const nth of [1, 9, 2, 14, 1, 5]) {
    await writeGames(GAMES_PER_CRASH);
    await crashAt(`game.after-commit:${nth}`);
  }
  await writeGames(rows.length);
  await crashAt('week.after-freeze');
  // The first of the two is marked as paid; the second is paid and not marked.
  for (let i = 0; i < UNMARKED; i += 1) await crashAt('reward.after-pay:2');
  await replica!.start();
  const state = async () =>
    (
      await sql.query<{ state: string }>(`SELECT state FROM week WHERE year = $1 AND number = $2`, [
        week.year,
        week.number,
      ])
    ).rows[0]?.state;
  await expect.poll(state, { timeout: 120_000 }).toBe('paid');
  const { balances } = await bank.getBalances({ userIds: users });
  const expected = users.map((_, i) => 1_000 + (i < 15 ? weeklyRewardOf(i + 1) : 0));
  expect(balances.map(({ coins }) => coins)).toEqual(expected);
  const { records } = await board.getRecords({ userIds: users });
  expect(records.map(({ wins, losses }) => [wins, losses])).toEqual(users.map((_, i) => [15 - i, i]));
  const ranks = await sql.query<{ user_id: UserId }>(`SELECT user_id FROM weekly_result ORDER BY rank`);
  expect(ranks.rows.map((row) => row.user_id)).toEqual(users);
}, 480_000);
