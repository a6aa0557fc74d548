import type { ServiceName } from '@fifteen/topology';

/** Services with a database. */
export type Stored = Exclude<ServiceName, 'gateway' | 'matchmaking'>;

/**
 * What was measured, on 2 × AMD EPYC with Node 24 and everything on them, on 24 November 2026. `npm run bench:growth --
 * footprint` and `-- sockets` print these figures, `npm run bench:guests` those of arrivals.
 */
export const costs = {
  /** For each move of real play at 200 moves/s: starts, ends, rewards and jobs are included. */
  move: {
    cpuMs: {
      ...{ gateway: 0.57, identity: 0.06, economy: 0.13, game: 0.49 },
      ...{ room: 0.37, matchmaking: 0.22, social: 0.13, leaderboard: 0.24 },
    } satisfies Record<ServiceName, number>,
    /** Processor time of Postgres for each service's database. Its own processes, a quarter, are divided among them. */
    postgresMs: {
      ...{ identity: 0.018, economy: 0.042, game: 0.493, room: 0.223, social: 0.02, leaderboard: 0.16 },
    } satisfies Record<Stored, number>,
    walBytes: 1_900,
    natsMessages: 2.65,
    redisCommands: 5.4,
    /** Bytes of tables with their indexes, and the days for which they are kept (docs/retention.md). */
    disk: {
      identity: [{ bytes: 15, days: Infinity }],
      economy: [
        { bytes: 34, days: Infinity },
        { bytes: 17, days: 14 },
        { bytes: 13, days: 30 },
      ],
      // Nine in ten games are friendly: their moves are deleted.
      game: [
        { bytes: 138, days: Infinity },
        { bytes: 146, days: 90 },
      ],
      room: [{ bytes: 125, days: 30 }],
      social: [],
      leaderboard: [
        { bytes: 100, days: Infinity },
        { bytes: 66, days: 14 },
        { bytes: 18, days: 30 },
      ],
    } satisfies Record<Stored, readonly { bytes: number; days: number }[]>,
  },
  /** For each new guest, and for each first socket of a session: milliseconds of processor time of all processes. */
  guestMs: 8.2,
  socketMs: 1.9,
  /** For each socket that only waits: the largest figures at 10,000 of them; a renewal of presence every 15 s. */
  idleSocket: { gatewayKiB: 39, cpuMsPerSecond: 0.008, redisCommands: 1 / 15 },
  /** MiB of a replica that has played for minutes. */
  replicaMiB: {
    ...{ gateway: 343, identity: 185, economy: 179, game: 287 },
    ...{ room: 290, matchmaking: 277, social: 198, leaderboard: 251 },
  } satisfies Record<ServiceName, number>,
} as const;

/** How people play, by design of the game and not measured. */
export const behaviour = {
  /** Share of the players online who play or look for a game; the others read, shop and chat. */
  playing: 0.7,
  /** Seconds of a game of fifteen moves, and between two games of a player. */
  gameSeconds: 90,
  betweenGamesSeconds: 30,
  movesPerGame: 15,
  /** Seconds for which a player stays, and the share of those who come who are new. */
  sessionSeconds: 1_200,
  newGuests: 0.1,
  /** The average of a day, of its peak. */
  meanOfPeak: 0.4,
} as const;

/** What one of something carries. */
export const ceilings = {
  /** A Node process is one thread: this share of a core leaves room for pauses and for a lost replica. */
  coreUse: 0.6,
  socketsPerGateway: 10_000,
  /** A consumer applies the events of its stream one after the other: finished games a second that kept up with real play. */
  gamesPerConsumer: 100,
  /** Of a pool (`POSTGRES_POOL`). */
  connectionsPerReplica: 5,
  /** Cores of a large database server that may be busy at the peak. */
  postgresCores: 24,
  /** Connections of a server without a pooler before it. */
  postgresConnections: 500,
  /** Bytes of WAL a second that a replicated disk takes with a commit each few hundred microseconds. */
  walBytesPerSecond: 50e6,
  /** Bytes of a database that is still restored from a backup within an hour or two. */
  postgresBytes: 8e12,
  /**
   * Games of an hour whose players one statement finds within its limit of 5 s: 0.5 million a second, measured with a
   * million games. A count takes a tenth of that time, and covers a day.
   */
  gamesPerStatement: 2.5e6,
  /** Commands a second of one Redis thread, with Lua among them, and messages of one NATS server (both were measured alone). */
  redisCommands: 80_000,
  natsMessages: 200_000,
} as const;
