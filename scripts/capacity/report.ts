import { format } from 'prettier';
import { table, withRegion } from '../topology/replace.ts';
import { planFor, thresholds, type Plan } from './model.ts';

/** Sizes of the table in docs/capacity.md, and the one of its table of services. */
const PLAYER_COUNTS = [1_000, 10_000, 100_000, 1_000_000] as const;
const SERVICES_AT = 10_000;

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const short = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));
const gigabytes = (bytes: number): string => short(bytes / 1e9);
const megabytes = (bytes: number): string => short(bytes / 1e6);

/** Returns a number with two significant digits. */
const rounded = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en');

/** Returns the needs of all services for so many players. */
export function servicesTable(players: number): string[] {
  const { services } = planFor(players);
  return table(
    [
      'service',
      'replicas',
      'cores',
      'GiB',
      'connections',
      'Postgres cores',
      'databases',
      'WAL MB/s',
      'disk GB/day',
    ],
    services.map((need) => [
      need.name,
      whole(need.replicas),
      short(need.cores),
      short(need.memoryMiB / 1_024),
      ...(need.shards === 0
        ? ['', '', '', '', '']
        : [
            ...[whole(need.connections), short(need.postgresCores), whole(need.shards)],
            ...[megabytes(need.walBytesPerSecond), gigabytes(need.diskBytesPerDay)],
          ]),
    ]),
  );
}

/** Returns the sums for each size. */
function sizesTable(): string[] {
  const plans = PLAYER_COUNTS.map(planFor);
  const sum = (plan: Plan, of: (need: Plan['services'][number]) => number) =>
    plan.services.reduce((total, need) => total + of(need), 0);
  const rows: readonly [string, (plan: Plan) => string][] = [
    ['games that begin each second', ({ load }) => short(load.games)],
    ['moves/s', ({ load }) => whole(load.moves)],
    ['new sockets/s, of them guests', ({ load }) => `${short(load.sockets)}, ${short(load.guests)}`],
    ['replicas of all services', (plan) => whole(sum(plan, ({ replicas }) => replicas))],
    ['cores of the services', (plan) => short(sum(plan, ({ cores }) => cores))],
    ['memory of the services, GiB', (plan) => short(sum(plan, ({ memoryMiB }) => memoryMiB) / 1_024)],
    ['cores of Postgres', (plan) => short(sum(plan, ({ postgresCores }) => postgresCores))],
    ['connections to Postgres', (plan) => whole(sum(plan, ({ connections }) => connections))],
    ['WAL, MB/s', (plan) => megabytes(sum(plan, ({ walBytesPerSecond }) => walBytesPerSecond))],
    ['disk after a year, TB', (plan) => short(sum(plan, ({ diskBytesPerYear }) => diskBytesPerYear) / 1e12)],
    ['disk, GB a day', (plan) => gigabytes(sum(plan, ({ diskBytesPerDay }) => diskBytesPerDay))],
    ['NATS messages/s; servers', (plan) => `${whole(plan.natsMessages)}; ${plan.natsServers}`],
    ['Redis commands/s; shards', (plan) => `${whole(plan.redisCommands)}; ${plan.redisShards}`],
  ];
  return table(
    ['players at the peak', ...PLAYER_COUNTS.map(whole)],
    rows.map(([name, of]) => [name, ...plans.map(of)]),
  );
}

/** Returns what gives way, the first first. */
export const thresholdsTable = (): string[] =>
  table(
    ['gives way', 'players', 'then'],
    thresholds().map(({ name, players, consequence }) => [name, rounded(players), consequence]),
  );

/** Returns aligned text. */
export const aligned = async (lines: readonly string[]): Promise<string> =>
  (await format(lines.join('\n'), { parser: 'markdown' })).trimEnd();

/** Returns docs/capacity.md with the present tables. */
export function capacityPage(current: string): Promise<string> {
  const tables = { sizes: sizesTable(), services: servicesTable(SERVICES_AT), thresholds: thresholdsTable() };
  const text = Object.entries(tables).reduce((page, [name, lines]) => withRegion(page, name, lines), current);
  return format(text, { parser: 'markdown', printWidth: 120 });
}
