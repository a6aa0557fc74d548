import { withClient, type Databases } from '@fifteen/testkit/stack';
import type { ServiceName } from '@fifteen/topology';
import type pg from 'pg';

type Row = Record<string, unknown>;

/** Returns the rows of a query in the database of a service. */
type Query = (service: ServiceName, statement: string) => Promise<Row[]>;

/**
 * Compares the databases of all services with each other. Returns a line for everything that does not fit: what one
 * service has and another lacks, and what is still on its way between them.
 */
export async function differencesBetween(databases: Databases): Promise<string[]> {
  const query: Query = (service, statement) =>
    withClient(
      databases[service]?.ownerUrl ?? '',
      async (client) => (await client.query<Row>(statement)).rows,
    );
  const differences = await Promise.all([
    stakes(query),
    rooms(query),
    records(query),
    wallets(query),
    events(query, Object.keys(databases) as ServiceName[]),
  ]);
  return differences.flat();
}

const GAMES = `SELECT id::text, status, x_user, o_user, bet::text, settled_at IS NOT NULL AS settled,
  CASE winner WHEN 'X' THEN x_user WHEN 'O' THEN o_user END AS winner FROM game`;

/** Every game for coins beside its stake: an open game holds it, an ended one has paid its winner or refunded it. */
async function stakes(query: Query): Promise<string[]> {
  const games = byId(await query('game', `${GAMES} WHERE bet > 0`));
  const held = byId(
    await query('economy', 'SELECT game_id AS id, state::text, winner, x_user, o_user, bet::text FROM stake'),
  );
  const faults = [...games].flatMap(([id, game]) => {
    const expected = stakeOf(game);
    const stake = held.get(id);
    const is = !stake
      ? 'none'
      : stake['state'] === 'settled'
        ? `settled to ${String(stake['winner'])}`
        : stake['state'];
    return expected.includes(String(is))
      ? []
      : [`the stake of ${String(game['status'])} game ${id} is ${String(is)}`];
  });
  const stray = [...held].flatMap(([id, { state }]) =>
    games.has(id) || state === 'refunded' || state === 'void'
      ? []
      : [`a ${String(state)} stake ${id} has no game`],
  );
  const unpaid = [...games].flatMap(([id, { status, settled }]) =>
    status !== 'active' && !settled ? [`game ${id} (${String(status)}) is not settled`] : [],
  );
  return [...faults, ...stray, ...unpaid];
}

/** Returns the states that the stake of a game may have. */
function stakeOf({ status, winner }: Row): string[] {
  if (status === 'active') return ['held'];
  if (status === 'cancelled') return ['none', 'void', 'refunded'];
  return [typeof winner === 'string' ? `settled to ${winner}` : 'refunded'];
}

/** A round is open exactly while its game is. */
async function rooms(query: Query): Promise<string[]> {
  const active = byId(await query('game', `${GAMES} WHERE status IN ('active', 'funding')`));
  const open = byId(
    await query('room', `SELECT game_id AS id, status FROM round WHERE status IN ('starting', 'playing')`),
  );
  return [
    ...[...open].flatMap(([id, { status }]) =>
      active.has(id) ? [] : [`a ${String(status)} round has no open game ${id}`],
    ),
    ...[...active.keys()].flatMap((id) => (open.has(id) ? [] : [`open game ${id} has no open round`])),
  ];
}

/** Every ended game counts once in the records of its players, and no other does. */
async function records(query: Query): Promise<string[]> {
  const ended = byId(await query('game', `${GAMES} WHERE status IN ('finished', 'abandoned')`));
  const recorded = byId(await query('leaderboard', 'SELECT id::text, winner FROM game'));
  const totals = await query(
    'leaderboard',
    `SELECT user_id AS id FROM player_stats WHERE games <> (SELECT count(*) FROM player_game
       WHERE player_game.user_id = player_stats.user_id AND outcome <> 'bot')`,
  );
  return [
    ...[...ended].flatMap(([id, game]) => {
      const record = recorded.get(id);
      if (!record) return [`ended game ${id} is in no record`];
      return record['winner'] === game['winner'] ? [] : [`the record of game ${id} has another winner`];
    }),
    ...[...recorded.keys()].flatMap((id) =>
      ended.has(id) ? [] : [`a record counts game ${id}, which did not end`],
    ),
    ...totals.map(({ id }) => `the totals of ${String(id)} differ from the recorded games`),
  ];
}

async function wallets(query: Query): Promise<string[]> {
  const accounts = byId(await query('identity', 'SELECT id FROM account'));
  const open = byId(
    await query(
      'economy',
      `SELECT substr(id, 3) AS id FROM account WHERE kind = 'user' AND starts_with(id, 'u:')`,
    ),
  );
  return [...accounts.keys()].flatMap((id) => (open.has(id) ? [] : [`account ${id} has no wallet`]));
}

/** Every event is published, and none is dead-lettered. */
async function events(query: Query, services: readonly ServiceName[]): Promise<string[]> {
  const each = services.map(async (service) => {
    const [row = {}] = await query(
      service,
      `SELECT (SELECT count(*) FROM outbox WHERE published_at IS NULL)::int AS pending,
              (SELECT count(*) FROM dead_letter)::int AS dead,
              (SELECT count(*) FROM outbox_stream WHERE resend_after IS NOT NULL)::int AS resending`,
    );
    return Object.entries(row).flatMap(([what, count]) =>
      count === 0 ? [] : [`${service}: ${String(count)} ${what} events`],
    );
  });
  return (await Promise.all(each)).flat();
}

const byId = (rows: Row[]): Map<string, Row> => new Map(rows.map((row) => [String(row['id']), row]));

/** Returns a line for each player whose balance differs from what the restored games and purchases make of it. */
export async function wrongBalances(
  databases: Databases,
  players: readonly { id: string; granted: number }[],
): Promise<string[]> {
  const run = async (service: ServiceName, statement: string, values: unknown[]): Promise<Row[]> =>
    withClient(
      databases[service]?.ownerUrl ?? '',
      async (client: pg.Client) => (await client.query<Row>(statement, values)).rows,
    );
  const faults = players.map(async ({ id, granted }) => {
    const [game = {}] = await run(
      'game',
      `SELECT coalesce(sum(CASE WHEN winner IS NULL THEN 0 WHEN (winner = 'X') = (x_user = $1) THEN bet ELSE -bet END), 0)::text
         AS gain FROM game WHERE $1 IN (x_user, o_user) AND finished_at IS NOT NULL`,
      [id],
    );
    const [spent = {}] = await run(
      'economy',
      `SELECT coalesce(sum(amount), 0)::text AS spent FROM transfer JOIN journal_entry ON key = entry_key
        WHERE kind = 'buy' AND debit = 'u:' || $1`,
      [id],
    );
    const [wallet = {}] = await run('economy', `SELECT balance::text FROM account WHERE id = 'u:' || $1`, [
      id,
    ]);
    const expected = granted + Number(game['gain']) - Number(spent['spent']);
    return Number(wallet['balance']) === expected
      ? []
      : [`${id} has ${String(wallet['balance'])} coins, and should have ${expected}`];
  });
  return (await Promise.all(faults)).flat();
}
