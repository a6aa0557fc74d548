import { IDEMPOTENCY_KEY_MAX } from '@fifteen/contract/constants';
import {
  AI_AWARDS_A_DAY,
  AI_WIN_AWARD,
  BOT_PREFIX,
  CELLS,
  CENTRE,
  CHAT_MAX,
  DEFAULT_COINS,
  DISPLAY_NAME_MAX,
  EMAIL_MAX,
  MAX_PLAYERS,
  MAX_SPECTATORS,
  MINIMUM_COINS_ONLINE,
  REQUEST_ID_MAX,
  REWARDS,
  ROOM_BETS,
  ROOM_CODE_LENGTH,
  ROOM_NAME_LENGTH,
  TURN_SECONDS,
  USERNAME_MAX,
  WEEKLY_ENTRIES,
  weeklyRewardOf,
} from '@fifteen/domain';
import { testDatabase, type TestDatabase } from '@fifteen/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECENT_GAMES } from '../services/game/src/jobs/review-fair-play.ts';
import { MAX_ATTEMPTS } from '../services/identity/src/db/code-flows.ts';

// Numbers that stand in SQL and in TypeScript, because neither can read the other: a CHECK of a table, a function of the
// ledger, packages/domain, a service. Each is compared here.

const names = ['economy', 'game', 'identity', 'room', 'social'] as const;
type Name = (typeof names)[number];
const databases = new Map<Name, { database: TestDatabase; client: pg.Client }>();

beforeAll(async () => {
  for (const name of names) {
    const database = await testDatabase(name);
    const client = new pg.Client(database.ownerUrl);
    await client.connect();
    databases.set(name, { database, client });
  }
});
afterAll(async () => {
  for (const { database, client } of databases.values()) {
    await client.end();
    await database.drop();
  }
});

async function select<T>(name: Name, text: string, values: unknown[] = []): Promise<T[]> {
  const { rows } = await databases.get(name)!.client.query({ text, values, rowMode: 'array' });
  return (rows as T[][]).map(([value]) => value!);
}

/** The numbers in the checks of a column, in the order in which they stand there. */
async function numbersIn(name: Name, table: string, column: string): Promise<number[]> {
  const checks = await select<string>(
    name,
    `SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
      WHERE c.contype = 'c' AND c.conrelid = $1::regclass AND a.attname = $2`,
    [table, column],
  );
  return [...checks.join(' ').matchAll(/\b\d+\b/g)].map(([number]) => Number(number));
}

it.each([
  ['signup_coins', DEFAULT_COINS],
  ['least_balance_for_stake', MINIMUM_COINS_ONLINE],
  ['award_coins', AI_WIN_AWARD],
  ['awards_per_day', AI_AWARDS_A_DAY],
])('the %s of the ledger are those of the domain', async (name, value) => {
  expect(await select('economy', `SELECT ${name}()::integer`)).toEqual([value]);
});

it('a stake may be held for longer than a game takes', async () => {
  const [longestStake = 0] = await select<number>(
    'economy',
    'SELECT extract(epoch FROM longest_stake())::float8',
  );
  expect(longestStake).toBeGreaterThan(CELLS * TURN_SECONDS);
});

it('the ledger knows the rewards of the domain', async () => {
  const [check = ''] = await select<string>('economy', definitionOf('reward_reward_check'));
  expect([...check.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual([...REWARDS]);
});

it('the checks of the ledger are its constants', async () => {
  const constants = await select<number>(
    'economy',
    `SELECT unnest(ARRAY[awards_per_day(), unproven_awards_per_day(), largest_transfer()])::float8`,
  );
  const checks = [
    await numbersIn('economy', 'reward_quota', 'awards'),
    await numbersIn('economy', 'reward_quota', 'unproven'),
    await numbersIn('economy', 'transfer', 'amount'),
  ];
  expect(checks.map((numbers) => numbers.at(-1))).toEqual(constants);
});

it('a rank has the same reward in the ledger and in the domain', async () => {
  const ranks = Array.from({ length: 60 }, (_, n) => n);
  const paid = await select<string>(
    'economy',
    'SELECT coalesce(reward_of(n), 0) FROM generate_series(0, 59) n',
  );
  const shown = ranks.map((rank) => (rank < 1 ? 0 : weeklyRewardOf(rank)));
  expect(paid.map(Number)).toEqual(shown);
  expect(shown.filter((coins) => coins > 0)).toHaveLength(WEEKLY_ENTRIES);
});

it('rooms, games and stakes have the bets of the domain', async () => {
  expect(await numbersIn('room', 'room', 'bet')).toEqual([...ROOM_BETS]);
  expect(await numbersIn('game', 'game', 'bet')).toEqual([...ROOM_BETS]);
  expect([0, ...(await numbersIn('economy', 'stake', 'bet'))]).toEqual([...ROOM_BETS]);
});

it('texts and places are as long and as many as the domain says', async () => {
  expect(await numbersIn('social', 'message', 'text')).toEqual([1, CHAT_MAX]);
  expect(await numbersIn('room', 'room', 'name')).toEqual([1, ROOM_NAME_LENGTH]);
  expect(await numbersIn('room', 'participant', 'place')).toEqual([1, 2 + MAX_SPECTATORS]);
  expect(await numbersIn('identity', 'account', 'display_name')).toEqual([1, DISPLAY_NAME_MAX]);
  expect(await numbersIn('identity', 'account', 'username')).toEqual([1, USERNAME_MAX]);
  expect(await numbersIn('identity', 'account', 'email')).toEqual([EMAIL_MAX]);
  expect(await numbersIn('room', 'room', 'request_id')).toEqual([1, REQUEST_ID_MAX]);
  expect(await numbersIn('room', 'room', 'max_players')).toEqual([...MAX_PLAYERS]);
  expect((await numbersIn('room', 'room', 'code')).at(-1)).toBe(ROOM_CODE_LENGTH);
  expect(await numbersIn('social', 'message', 'key')).toEqual([1, IDEMPOTENCY_KEY_MAX]);
});

it('the board of the game database is that of the rules', async () => {
  expect(await numbersIn('game', 'move', 'ply')).toEqual([1, CELLS]);
  expect((await numbersIn('game', 'game', 'moves')).at(0)).toBe(CELLS);
  const [check = ''] = await select<string>('game', definitionOf('move_check'));
  expect(check).toContain(`"position" = ${CENTRE}`);
});

it('attempts at a code, and games of a fair-play review, are as many as their services count', async () => {
  expect(await numbersIn('identity', 'code_flow', 'tries')).toEqual([0, MAX_ATTEMPTS]);
  expect(await numbersIn('identity', 'code_flow', 'address_tries')).toEqual([0, MAX_ATTEMPTS]);
  expect(await numbersIn('game', 'fair_play_signal', 'recent')).toEqual([1, RECENT_GAMES]);
});

it('no bot has a wallet, a bet or a lock on a game', async () => {
  const checks = [
    ...(await select<string>('economy', definitionOf('bots_own_nothing'))),
    ...(await select<string>('game', definitionOf('game_bot_bet'))),
    ...(await select<string>('game', definitionOf('active_player_user_id_check'))),
  ];
  expect(checks).toHaveLength(3);
  for (const check of checks) expect(check).toContain(BOT_PREFIX);
});

const definitionOf = (constraint: string) =>
  `SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = '${constraint}'`;
