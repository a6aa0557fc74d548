import { withClient, type Databases } from '@fifteen/testkit/stack';
import type { ServiceName } from '@fifteen/topology';
import type pg from 'pg';

/** A game as its service has it. */
export interface GameRow {
  readonly id: string;
  readonly x: string;
  readonly o: string;
  readonly bet: number;
  readonly status: 'funding' | 'active' | 'finished' | 'abandoned' | 'cancelling' | 'cancelled';
  readonly moves: readonly number[];
  /** The same moves from the table `move`. */
  readonly played: readonly number[];
  /** When each of them was made, by the clock of the database. */
  readonly movedAt: readonly Date[];
  /** Plies that the server played for an absent player. */
  readonly auto: readonly number[];
  readonly winner: 'X' | 'O' | null;
  readonly condition: string | null;
  readonly abandonedBy: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** A transfer of the ledger with its journal entry. */
export interface TransferRow {
  readonly key: string;
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
}

/** What the databases have when all faults are over and the services agree. */
export interface Snapshot {
  /** Milliseconds by which the clock of the databases is ahead of that of the players. */
  readonly aheadMs: number;
  readonly games: readonly GameRow[];
  readonly transfers: readonly TransferRow[];
  readonly stakes: readonly {
    readonly gameId: string;
    readonly state: string;
    readonly winner: string | null;
  }[];
  readonly items: readonly { readonly user: string; readonly item: string; readonly key: string }[];
  readonly wallets: readonly { readonly user: string; readonly coins: number; readonly version: number }[];
  readonly records: readonly { readonly gameId: string; readonly winner: string | null }[];
  readonly accounts: readonly {
    readonly user: string;
    readonly username: string;
    readonly displayName: string;
    readonly isGuest: boolean;
  }[];
  readonly messages: readonly { readonly user: string; readonly text: string }[];
  readonly blocks: readonly { readonly user: string; readonly other: string }[];
  /** Rewards that are due to ranks of closed weeks. */
  readonly rewards: readonly { readonly key: string; readonly user: string; readonly coins: number }[];
}

const GAMES = `SELECT id::text, x_user AS x, o_user AS o, bet::float8 AS bet, status, moves::int[] AS moves, winner,
    condition, abandoned_by AS "abandonedBy", started_at AS "startedAt", finished_at AS "finishedAt",
    ARRAY(SELECT position::int FROM move WHERE game_id = game.id ORDER BY ply) AS played,
    ARRAY(SELECT at FROM move WHERE game_id = game.id ORDER BY ply) AS "movedAt",
    ARRAY(SELECT ply::int FROM move WHERE game_id = game.id AND auto ORDER BY ply) AS auto FROM game`;
const TRANSFERS = `SELECT key, kind, debit, credit, amount::float8 AS amount
    FROM transfer JOIN journal_entry ON key = entry_key`;
const REWARDS = `SELECT format('%s-W%s:%s', year, week, rank) AS key, user_id AS user, reward::float8 AS coins
    FROM weekly_result WHERE reward > 0`;

const BLOCKS = `SELECT low AS user, high AS other FROM relationship WHERE low_blocks_at IS NOT NULL
    UNION ALL SELECT high, low FROM relationship WHERE high_blocks_at IS NOT NULL`;

/** Reads what the checker needs from the databases. */
export async function readSnapshot(databases: Databases): Promise<Snapshot> {
  const rows = <T extends object>(service: ServiceName, statement: string): Promise<T[]> =>
    withClient(
      databases[service]?.ownerUrl ?? '',
      async (client: pg.Client) => (await client.query<T>(statement)).rows,
    );
  const [clock] = await rows<{ now: Date }>('game', 'SELECT clock_timestamp() AS now');
  return {
    aheadMs: Number(clock?.now) - Date.now(),
    games: await rows('game', GAMES),
    transfers: await rows('economy', TRANSFERS),
    stakes: await rows('economy', 'SELECT game_id AS "gameId", state::text, winner FROM stake'),
    items: await rows('economy', 'SELECT user_id AS user, item, entry_key AS key FROM owned_item'),
    wallets: await rows(
      'economy',
      `SELECT substr(id, 3) AS user, balance::float8 AS coins, version::float8 AS version
         FROM account WHERE kind = 'user' AND starts_with(id, 'u:')`,
    ),
    records: await rows('leaderboard', 'SELECT id::text AS "gameId", winner FROM game'),
    rewards: await rows('leaderboard', REWARDS),
    accounts: await rows(
      'identity',
      'SELECT id AS user, username, display_name AS "displayName", guest AS "isGuest" FROM account',
    ),
    messages: await rows('social', 'SELECT sender_id AS user, text FROM message'),
    blocks: await rows('social', BLOCKS),
  };
}
