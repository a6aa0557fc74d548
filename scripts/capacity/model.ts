import { serviceNames, services, type ServiceName } from '@fifteen/topology';
import { behaviour, ceilings, costs, type Stored } from './costs.ts';

/** What the players do in a second. */
interface Load {
  readonly players: number;
  readonly games: number;
  readonly moves: number;
  readonly sockets: number;
  readonly guests: number;
}

/** What one service needs at the peak. */
interface ServiceNeed {
  readonly name: ServiceName;
  readonly replicas: number;
  readonly cores: number;
  readonly memoryMiB: number;
  /** Of its database; 0 where it has none. */
  readonly connections: number;
  readonly postgresCores: number;
  /** Databases over which its rows are split by id. */
  readonly shards: number;
  readonly walBytesPerSecond: number;
  readonly diskBytesPerDay: number;
  /** What is there after a year, when rows that are kept for a while have been deleted. */
  readonly diskBytesPerYear: number;
}

export interface Plan {
  readonly load: Load;
  readonly services: readonly ServiceNeed[];
  readonly natsMessages: number;
  readonly natsServers: number;
  readonly redisCommands: number;
  readonly redisShards: number;
}

/** Something that carries no more without a change of the layout. */
interface Limit {
  readonly name: string;
  /** Share of it that is used; it gives way above 1. */
  readonly used: (plan: Plan) => number;
  readonly consequence: string;
}

const SECONDS_PER_HOUR = 3_600;
const SECONDS_PER_DAY = 86_400;
const DAYS_PER_YEAR = 365;
/** Two, so that one may be lost at any moment. */
const LEAST_REPLICAS = 2;
/** Servers of a cluster that survives the loss of one. */
const LEAST_CLUSTER = 3;

const isStored = (name: ServiceName): name is Stored => services[name].servers.includes('postgres');

const consumesGames = (name: ServiceName): boolean =>
  Boolean(services[name].consumes?.game?.includes('finished'));

function loadOf(players: number): Load {
  const { playing, gameSeconds, betweenGamesSeconds, movesPerGame, sessionSeconds, newGuests } = behaviour;
  const games = (players * playing) / 2 / (gameSeconds + betweenGamesSeconds);
  const sockets = players / sessionSeconds;
  return { players, games, moves: games * movesPerGame, sockets, guests: sockets * newGuests };
}

/** Returns what is needed for so many players online at the same time. */
export function planFor(players: number): Plan {
  const load = loadOf(players);
  const natsMessages = load.moves * costs.move.natsMessages;
  const redisCommands = load.moves * costs.move.redisCommands + load.players * costs.idleSocket.redisCommands;
  const servers = (used: number, ceiling: number) => Math.ceil(used / (ceiling * ceilings.coreUse));
  return {
    load,
    services: serviceNames.map((name) => needOf(name, load)),
    natsMessages,
    natsServers: Math.max(LEAST_CLUSTER, servers(natsMessages, ceilings.natsMessages)),
    redisCommands,
    redisShards: Math.max(1, servers(redisCommands, ceilings.redisCommands)),
  };
}

const NO_DATABASE = {
  ...{ connections: 0, postgresCores: 0, shards: 0 },
  ...{ walBytesPerSecond: 0, diskBytesPerDay: 0, diskBytesPerYear: 0 },
};

function needOf(name: ServiceName, load: Load): ServiceNeed {
  const isGateway = name === 'gateway';
  // Arrivals are spread over all services; their shares are those of moves.
  const share = costs.move.cpuMs[name] / sum(Object.values(costs.move.cpuMs));
  const arrivalMs = (load.guests * costs.guestMs + load.sockets * costs.socketMs) * share;
  const idleMs = isGateway ? load.players * costs.idleSocket.cpuMsPerSecond : 0;
  const cores = (load.moves * costs.move.cpuMs[name] + arrivalMs + idleMs) / 1_000;
  const replicas = Math.max(
    LEAST_REPLICAS,
    Math.ceil(cores / ceilings.coreUse),
    isGateway ? Math.ceil(load.players / ceilings.socketsPerGateway) : 0,
    consumesGames(name) ? Math.ceil(load.games / ceilings.gamesPerConsumer) : 0,
  );
  const socketsMiB = isGateway ? (load.players * costs.idleSocket.gatewayKiB) / 1_024 : 0;
  const need = { name, replicas, cores, memoryMiB: replicas * costs.replicaMiB[name] + socketsMiB };
  if (!isStored(name)) return { ...need, ...NO_DATABASE };
  const postgresCores = (load.moves * costs.move.postgresMs[name]) / 1_000;
  const movesPerDay = load.moves * SECONDS_PER_DAY * behaviour.meanOfPeak;
  const disk: readonly { bytes: number; days: number }[] = costs.move.disk[name];
  const walBytesPerSecond = load.moves * costs.move.walBytes * walShareOf(name);
  return {
    ...need,
    connections: replicas * ceilings.connectionsPerReplica,
    postgresCores,
    shards: Math.max(
      1,
      Math.ceil(postgresCores / ceilings.postgresCores),
      Math.ceil(walBytesPerSecond / ceilings.walBytesPerSecond),
    ),
    walBytesPerSecond,
    diskBytesPerDay: movesPerDay * sum(disk.map(({ bytes }) => bytes)),
    diskBytesPerYear: movesPerDay * sum(disk.map(({ bytes, days }) => bytes * Math.min(days, DAYS_PER_YEAR))),
  };
}

/** Returns the part of all WAL that a service's database writes, as its processor time is. */
const walShareOf = (name: Stored): number =>
  costs.move.postgresMs[name] / sum(Object.values(costs.move.postgresMs));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const total = (
  plan: Plan,
  of: 'postgresCores' | 'connections' | 'walBytesPerSecond' | 'diskBytesPerYear',
): number => sum(plan.services.map((need) => need[of]));

const needIn = (plan: Plan, name: ServiceName, of: 'postgresCores' | 'diskBytesPerYear'): number =>
  plan.services.find((need) => need.name === name)?.[of] ?? 0;

/** The layout that each limit ends: one Postgres for all, then one for each service, then several. */
const LIMITS: readonly Limit[] = [
  {
    name: 'connections of one Postgres for all services',
    used: (plan) => total(plan, 'connections') / ceilings.postgresConnections,
    consequence: 'a Postgres for each service',
  },
  {
    name: 'cores of one Postgres for all services',
    used: (plan) => total(plan, 'postgresCores') / ceilings.postgresCores,
    consequence: 'a Postgres for each service',
  },
  {
    name: 'WAL of one Postgres for all services',
    used: (plan) => total(plan, 'walBytesPerSecond') / ceilings.walBytesPerSecond,
    consequence: 'a Postgres for each service',
  },
  ...serviceNames.filter(isStored).map((name) => ({
    name: `cores of the Postgres of ${name}`,
    used: (plan: Plan) => needIn(plan, name, 'postgresCores') / ceilings.postgresCores,
    consequence: `the rows of ${name} are split by id`,
  })),
  {
    name: 'disk of one Postgres for all services, after a year',
    used: (plan) => total(plan, 'diskBytesPerYear') / ceilings.postgresBytes,
    consequence: 'a Postgres for each service',
  },
  {
    name: 'disk of the Postgres of game, after a year',
    used: (plan) => needIn(plan, 'game', 'diskBytesPerYear') / ceilings.postgresBytes,
    consequence: 'the rows of game are split by id',
  },
  {
    name: 'the statements that close a week',
    used: ({ load }) => (load.games * SECONDS_PER_HOUR) / ceilings.gamesPerStatement,
    consequence: 'a statement for fewer games than those of a day or hour',
  },
  {
    name: 'the thread of one Redis',
    used: ({ redisCommands }) => redisCommands / (ceilings.redisCommands * ceilings.coreUse),
    consequence: 'Redis as a cluster: limits by user; presence in 16 lists, queues by stake',
  },
  {
    name: 'one NATS server',
    used: ({ natsMessages }) => natsMessages / (ceilings.natsMessages * ceilings.coreUse),
    consequence: 'NATS with more servers than three, then a cluster for each region',
  },
];

export interface Threshold {
  readonly name: string;
  readonly players: number;
  readonly consequence: string;
}

/** Largest number of players that is considered. */
const WORLD_PLAYERS = 1e9;

/** Returns what gives way at which number of players, the first first. */
export function thresholds(): Threshold[] {
  return LIMITS.map(({ name, used, consequence }) => {
    let [low, high] = [1, WORLD_PLAYERS];
    while (high / low > 1.001) {
      const middle = Math.sqrt(low * high);
      if (used(planFor(middle)) > 1) high = middle;
      else low = middle;
    }
    return { name, players: low, consequence };
  }).sort((a, b) => a.players - b.players);
}
