import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { GameServiceDefinition } from '@fifteen/proto/game';
import { MatchmakingServiceDefinition } from '@fifteen/proto/matchmaking';
import { RoomServiceDefinition } from '@fifteen/proto/room';
import {
  createPusher,
  Lifecycle,
  startJob,
  startOutboxPublisher,
  type Log,
  type ServiceContext,
} from '@fifteen/runtime';
import { startConsumers as startEconomyConsumers } from '../../services/economy/src/events/index.ts';
import { finishOverdueStakes } from '../../services/economy/src/jobs/finish-overdue-stakes.ts';
import { methods as economyMethods } from '../../services/economy/src/rpc/index.ts';
import { DatabaseClock } from '../../services/game/src/db/database-clock.ts';
import { Heartbeats } from '../../services/game/src/domain/heartbeats.ts';
import { advanceClocks } from '../../services/game/src/jobs/advance-clocks.ts';
import { processStakes } from '../../services/game/src/jobs/process-stakes.ts';
import { LiveGames } from '../../services/game/src/live/live-games.ts';
import { createPlayStreams } from '../../services/game/src/live/play-streams.ts';
import { methods as gameMethods } from '../../services/game/src/rpc/index.ts';
import { finishEndedGames } from '../../services/game/src/workflows/finish-game.ts';
import { Matchmaker } from '../../services/matchmaking/src/matchmaker.ts';
import { Queue } from '../../services/matchmaking/src/queue/queue.ts';
import { methods as matchmakingMethods } from '../../services/matchmaking/src/rpc/index.ts';
import { BackgroundTasks } from '../../services/room/src/background-tasks.ts';
import { startConsumers as startRoomConsumers } from '../../services/room/src/events/index.ts';
import { startJobs as startRoomJobs } from '../../services/room/src/jobs/index.ts';
import { methods as roomMethods } from '../../services/room/src/rpc/index.ts';
import { openDatabase } from './database.ts';
import { createLog } from './log.ts';
import type { Process } from './process.ts';
import { openRedis } from './queue.ts';
import { listBlocked, SEARCH, SEARCHED_BETS } from './search.ts';
import type { Stored, World } from './world.ts';

/** Durations of games in milliseconds: shorter than in production, so that a run has many games. */
export const TIMINGS = { turn: 2_000, grace: 500, autoMove: 500, botMin: 300, botMax: 900, stakeRetry: 500 };
const PAIRING_MS = 1_000;
const LEASES_MS = 700;
const EXPIRY_MS = 1_000;
const FUNDING_MS = 700;
/** Milliseconds without a tick of the game service, or a heartbeat of any gateway, that count as an outage. */
export const OUTAGE_MS = 800;
/** Milliseconds for which gateways without a player count as an outage: longer than any of a run. */
const EMPTY_MS = 8_000;
export const CLOCKS_MS = 200;
const STAKES_MS = 600;
const OVERDUE_MS = 10_000;

/** Nothing stops a process but a crash; the metrics of all are removed after the run. */
export class ProcessLifecycle extends Lifecycle {
  readonly #world: World;

  constructor(log: Log, world: World) {
    super(log);
    this.#world = world;
  }

  override onStop(name: string, stop: () => Promise<unknown>): void {
    if (name.startsWith('metric ')) this.#world.onClose(stop);
  }
}

function createContext(process: Process, world: World): ServiceContext {
  const log = createLog(process, world);
  const nats = world.broker.connect(process);
  const db = openDatabase(world.servers.postgres[process.service as Stored], process, world);
  return { log, lifecycle: new ProcessLifecycle(log, world), db, nats, push: createPusher(nats) };
}

async function startRoomProcess(process: Process, world: World): Promise<void> {
  const base = createContext(process, world);
  const context = {
    ...base,
    game: world.network.connect(process, 'game', GameServiceDefinition),
    economy: world.network.connect(process, 'economy', EconomyServiceDefinition),
    countdowns: new BackgroundTasks('countdowns', base),
    announceMs: 500,
  };
  world.network.serve(process, RoomServiceDefinition, roomMethods, context);
  startRoomConsumers(context);
  startRoomJobs(context);
}

async function startGameProcess(process: Process, world: World): Promise<void> {
  const base = createContext(process, world);
  const { db, nats, push, log } = base;
  const clock = new DatabaseClock();
  await clock.sync(db);
  const heartbeats = new Heartbeats(EMPTY_MS);
  const liveGames = new LiveGames(
    { db, push, clock, timings: TIMINGS, heartbeats },
    { cached: 1_000, waiting: 100 },
  );
  const context = {
    ...{ ...base, clock, heartbeats, liveGames, timings: TIMINGS },
    economy: world.network.connect(process, 'economy', EconomyServiceDefinition),
    outbox: startOutboxPublisher({ owner: 'game', db, nats, ephemeral: ['cancelled'] }, base),
    playStreams: createPlayStreams(liveGames, log),
    stakeLimit: { coins: 0, games: 20, opponents: 5 },
    ...{ fundingMs: FUNDING_MS, outageMs: OUTAGE_MS, payoutAuditMs: 0 },
    intervals: { clocks: CLOCKS_MS, stakes: STAKES_MS, fairPlay: 0 },
  };
  finishEndedGames(context);
  await advanceClocks(context);
  // Without fair play, which decides nothing, and the audit of payouts, which the invariants run.
  startJob('advance clocks', CLOCKS_MS, log, () => advanceClocks(context));
  startJob('stakes', STAKES_MS, log, () => processStakes(context));
  world.network.serve(process, GameServiceDefinition, gameMethods, context);
}

async function startEconomyProcess(process: Process, world: World): Promise<void> {
  const base = createContext(process, world);
  const { db, nats, log } = base;
  const context = {
    ...base,
    game: world.network.connect(process, 'game', GameServiceDefinition),
    outbox: startOutboxPublisher({ owner: 'economy', db, nats, ephemeral: ['cosmetics_changed'] }, base),
    rateLimitScale: 1,
  };
  world.network.serve(process, EconomyServiceDefinition, economyMethods, context);
  startEconomyConsumers(context);
  startJob('overdue stakes', OVERDUE_MS, log, () => finishOverdueStakes(context));
}

async function startMatchmakingProcess(process: Process, world: World): Promise<void> {
  const log = createLog(process, world);
  const queue = new Queue(openRedis(process, world), SEARCH);
  const context = {
    ...{ log, queue, lifecycle: new ProcessLifecycle(log, world) },
    push: createPusher(world.broker.connect(process)),
    room: world.network.connect(process, 'room', RoomServiceDefinition),
    // The blocks of a run never change, and cost no faults of their own.
    social: {
      listBlockedEitherWay: async ({
        userId,
        among = [],
      }: {
        userId?: string;
        among?: readonly string[];
      }) => ({
        userIds: listBlocked(userId as never).filter((id) => among.includes(id)),
      }),
    },
  };
  const matchmaker = new Matchmaker(context);
  world.network.serve(process, MatchmakingServiceDefinition, matchmakingMethods, { ...context, matchmaker });
  startJob('pairing', PAIRING_MS, log, async () => {
    await Promise.all(SEARCHED_BETS.map((bet) => matchmaker.pairAll(bet)));
  });
  startJob('leases', LEASES_MS, log, () => matchmaker.reclaim());
  startJob('expiry', EXPIRY_MS, log, () => matchmaker.expire());
}

export const services = {
  ...{
    economy: startEconomyProcess,
    game: startGameProcess,
    room: startRoomProcess,
    matchmaking: startMatchmakingProcess,
  },
};
