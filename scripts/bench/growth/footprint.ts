import { setTimeout as sleep } from 'node:timers/promises';
import { createLog, Lifecycle, openNats } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import type { Stack } from '@fifteen/testkit/stack';
import { serviceNames, services, type ServiceName } from '@fifteen/topology';
import { BenchPlayer } from '../bench-player.ts';
import { ContinuousPlay } from '../continuous-play.ts';
import { cpuOf } from '../cpu.ts';
import { readMemory } from '../memory.ts';
import { openPlayers } from '../open-players.ts';
import { processesOf } from '../process-tree.ts';
import { asSuperuser, type Dimension } from './probe.ts';

const SECONDS = 60;
const COINS = 5_000_000;
const GAMES = 40;

const stored = serviceNames.filter((name) => services[name].servers.includes('postgres'));

/** Counters of the servers, which only grow. */
interface Counters {
  readonly wal: number;
  readonly redis: number;
  readonly transactions: ReadonlyMap<ServiceName, number>;
  /** Bytes of each table with its indexes. */
  readonly bytes: ReadonlyMap<ServiceName, ReadonlyMap<string, number>>;
  /** CPU seconds by process, and of the connections of each service to Postgres. */
  readonly cpu: ReadonlyMap<string, number>;
}

/** Prints what real play of the usual mix writes and sends, for each of its moves. */
export const measureFootprint: Dimension = async (stack) => {
  const players = await openPlayers(stack.url, 2 * GAMES);
  await asSuperuser(stack, 'economy', async (query) => {
    for (const { userId } of players) await query('SELECT top_up($1, $2, $1)', [userId, COINS]);
  });
  const mix = { rate: 200, coins: 0.1, rematches: 0.1, guests: 0.05 };
  const messages = await countMessages(stack);
  const play = new ContinuousPlay(mix, players, () => BenchPlayer.open(stack.url));
  void play.run();
  await sleep(10_000);
  play.takeTimes();
  const [before, games] = [await readCounters(stack), play.games];
  messages.clear();
  await sleep(SECONDS * 1_000);
  const [after, moves] = [await readCounters(stack), play.takeTimes().own.length];
  const sent = [...messages].sort(([, a], [, b]) => b - a);
  const perMove = (value: number) => (value / moves).toFixed(2);
  console.log(`  ${moves} moves, ${play.games - games} games in ${SECONDS} s; for each move:`);
  console.log(
    `  WAL ${perMove(after.wal - before.wal)} bytes, Redis ${perMove(after.redis - before.redis)} commands, NATS ${perMove(sumOf(sent))} messages (${sent.map(([kind, count]) => `${kind} ${perMove(count)}`).join(', ')})`,
  );
  const mib = readMemory(stack.pids());
  for (const [name, seconds] of after.cpu) {
    const used = ((seconds - (before.cpu.get(name) ?? 0)) * 1_000) / moves;
    console.log(
      `    ${name.padEnd(24)} ${used.toFixed(3)} CPU ms${mib.has(name) ? `, ${mib.get(name)?.toFixed(0)} MiB` : ''}`,
    );
  }
  for (const name of stored) {
    const transactions = (after.transactions.get(name) ?? 0) - (before.transactions.get(name) ?? 0);
    const grown = [...(after.bytes.get(name) ?? [])]
      .map(([table, bytes]) => [table, bytes - (before.bytes.get(name)?.get(table) ?? 0)] as const)
      .filter(([, bytes]) => bytes > 0)
      .sort(([, a], [, b]) => b - a);
    console.log(
      `    ${name.padEnd(12)} ${perMove(transactions)} transactions, ${perMove(sumOf(grown))} bytes: ${grown.map(([table, bytes]) => `${table} ${perMove(bytes)}`).join(', ')}`,
    );
  }
  play.stop();
};

const sumOf = (rows: readonly (readonly [string, number])[]): number =>
  rows.reduce((sum, [, value]) => sum + value, 0);

async function readCounters(stack: Stack): Promise<Counters> {
  const transactions = new Map<ServiceName, number>();
  const bytes = new Map<ServiceName, ReadonlyMap<string, number>>();
  let wal = 0;
  for (const name of stored)
    await asSuperuser(stack, name, async (query) => {
      const [row] = await query<{ wal: number; xacts: number }>(
        `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal, xact_commit::float8 AS xacts
         FROM pg_stat_database WHERE datname = current_database()`,
      );
      const tables = await query<{ name: string; bytes: number }>(
        `SELECT relname AS name, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      );
      wal = row?.wal ?? 0;
      transactions.set(name, row?.xacts ?? 0);
      bytes.set(name, new Map(tables.map((table) => [table.name, table.bytes])));
    });
  const cpu = new Map([...cpuOf(stack.pids()), ...(await cpuOfConnections(stack))]);
  return { wal, transactions, bytes, cpu, redis: await redisCommands(stack) };
}

/** Returns the CPU seconds of Postgres' processes that serve each database. They live as long as the pools' connections. */
async function cpuOfConnections(stack: Stack): Promise<Map<string, number>> {
  const { postgres } = stack.pids();
  const ticks = new Map(
    [...(processesOf({ postgres: postgres ?? 0 }).get('postgres') ?? [])].map((one) => [one.pid, one.ticks]),
  );
  const rows = await asSuperuser(stack, 'game', (query) =>
    query<{ pid: number; datname: string }>(
      `SELECT pid, datname FROM pg_stat_activity WHERE datname LIKE 'fifteen%' AND pid <> pg_backend_pid()`,
    ),
  );
  const seconds = new Map<string, number>();
  for (const { pid, datname } of rows)
    seconds.set(`in ${datname}`, (seconds.get(`in ${datname}`) ?? 0) + (ticks.get(pid) ?? 0) / 100);
  return seconds;
}

/** Returns the number of messages by the first part of their subjects, which grows from now on. */
async function countMessages(stack: Stack): Promise<Map<string, number>> {
  const log = createLog('bench', 'silent');
  const context = { log, lifecycle: new Lifecycle(log) };
  const nats = await openNats({ service: 'bench', url: stack.servers.nats.url, namespace: '' }, context);
  const counts = new Map<string, number>();
  nats.connection.subscribe('>', {
    callback: (_error, { subject }) => {
      const kind = subject.split('.', 1)[0] ?? '';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
  });
  return counts;
}

async function redisCommands(stack: Stack): Promise<number> {
  const log = createLog('bench', 'silent');
  const lifecycle = new Lifecycle(log);
  const redis = openRedis({ url: stack.servers.redis.url, namespace: '' }, { log, lifecycle });
  const info = await redis.info('stats');
  await lifecycle.stop();
  return Number(/^total_commands_processed:(\d+)/m.exec(info)?.[1] ?? 0);
}
