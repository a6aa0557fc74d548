import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import type { Stack } from '@fifteen/testkit/stack';

/** Rows of each list. */
export const ROWS = 10_000;
/** Users in the lists: the first half are friends of all players, and those in the middle are online. */
const USERS = 2 * ROWS;
const ONLINE_FROM = ROWS / 2;
/** A user who has messages from all others. */
export const CORRESPONDENT_ID = idOf(1);
const BLOCKED_USERS = 200;
const PENDING_REQUESTS = 100;

/** Milliseconds, longer than any measurement. */
const ONLINE_FOR_MS = 3_600_000;

export function idOf(n: number): string {
  return `bench-${String(n).padStart(6, '0')}`;
}

/** Rows of one statement, which may take at most five seconds. */
const BATCH_ROWS = 1_000;

/** Writes the lists of these users to the services' stores. */
export async function seed(stack: Stack, userIds: readonly string[]): Promise<void> {
  const lifecycle = new Lifecycle(createLog('bench', 'silent'));
  const context = { log: createLog('bench', 'silent'), lifecycle };
  const open = (service: 'identity' | 'social' | 'game'): Database =>
    openDatabase({ service, url: stack.databases[service]?.ownerUrl ?? '', pool: 1 }, context);
  const [identity, social, game] = [open('identity'), open('social'), open('game')];
  await inBatches(USERS, (from, to) =>
    identity.query(
      `INSERT INTO account (id, username, display_name, locale)
       SELECT 'bench-' || lpad(n::text, 6, '0'), 'u' || left(md5(n::text), 12), initcap(left(md5(n || 'x'), 9)), 'en'
       FROM generate_series($1::int, $2) AS n`,
      [from, to],
    ),
  );
  for (const userId of userIds) await seedSocial(social, userId);
  for (let n = 0; n + 1 < userIds.length; n += 2) await seedGames(game, userIds[n], userIds[n + 1]);
  await identity.query(`VACUUM ANALYZE account`);
  await social.query(`VACUUM ANALYZE relationship, message`);
  await game.query(`VACUUM ANALYZE game`);
  await seedOnline(openRedis({ url: stack.servers.redis.url, namespace: '' }, context));
  await lifecycle.stop();
}

/** Runs `work` for the numbers 1 to `count`, in batches. */
async function inBatches(count: number, work: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= count; from += BATCH_ROWS)
    await work(from, Math.min(count, from + BATCH_ROWS - 1));
}

/** Returns a statement that inserts pairs of a user ($1) with the users of a range. */
const pairs = (columns: string, values: string, first = 0): string =>
  `INSERT INTO relationship (low, high, ${columns})
   SELECT least(id, $1 COLLATE "C"), greatest(id, $1 COLLATE "C"), ${values}
   FROM (SELECT 'bench-' || lpad((n + ${first})::text, 6, '0') COLLATE "C" AS id
     FROM generate_series($2::int, $3) AS n) other`;

async function seedSocial(social: Database, userId: string): Promise<void> {
  const write = (count: number, sql: string) =>
    inBatches(count, (from, to) => social.query(sql, [userId, from, to]));
  await write(ROWS, pairs('friends_since', 'now()'));
  const requestColumns = 'request_id, requester_id, request_status, requested_at';
  await write(PENDING_REQUESTS, pairs(requestColumns, `gen_random_uuid(), id, 'pending', now()`, ROWS));
  const blocks = 'CASE WHEN $1 < id THEN now() END, CASE WHEN $1 > id THEN now() END';
  await write(BLOCKED_USERS, pairs('low_blocks_at, high_blocks_at', blocks, ROWS + PENDING_REQUESTS));
  await write(
    ROWS,
    `INSERT INTO message (low, high, sender_id, text)
     SELECT least($1, '${CORRESPONDENT_ID}'), greatest($1, '${CORRESPONDENT_ID}'), $1, 'message ' || n
     FROM generate_series($2::int, $3) AS n`,
  );
}

async function seedGames(game: Database, x = '', o = ''): Promise<void> {
  await inBatches(ROWS, (from, to) =>
    game.query(
      `INSERT INTO game (id, room_id, round, x_user, o_user, bet, status, moves, version, winner, condition, started_at,
         last_move_at, finished_at, settled_at)
       SELECT gen_random_uuid(), $1, n, $1, $2, 0, 'finished', '{1,2,6,3,11}', 5, 'X', 'vertical', at, at, at, at
       FROM generate_series($3::int, $4) AS n, LATERAL (SELECT now() - make_interval(mins => n) AS at) AS ended`,
      [x, o, from, to],
    ),
  );
}

async function seedOnline(redis: ReturnType<typeof openRedis>): Promise<void> {
  const expires = Date.now() + ONLINE_FOR_MS;
  const scores = Array.from({ length: ROWS }, (_, n) => [expires - n, idOf(ONLINE_FROM + n + 1)]);
  await redis.zadd('{presence}:online', ...scores.flat());
}
