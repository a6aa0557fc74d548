import { fileURLToPath } from 'node:url';
import { EconomyService } from '@fifteen/proto/economy';
import { GameService } from '@fifteen/proto/game';
import { IdentityService } from '@fifteen/proto/identity';
import { LeaderboardService } from '@fifteen/proto/leaderboard';
import {
  assertSchema,
  connectRpc,
  createPusher,
  openDatabase,
  openNats,
  methodsOf,
  serveRpc,
  startOutboxPublisher,
  startJob,
  type ProcessContext,
} from '@fifteen/runtime';
import { closeWeeks } from './closing.ts';
import type { LeaderboardConfig } from './config.ts';
import { startConsumers } from './consumers.ts';
import { compareRunningWeek } from './missing.ts';
import type { Parts } from './parts.ts';
import { auditRewards, observeRewards } from './reward-audit.ts';
import { access, handlers } from './rpc.ts';

/** Pause between two looks for weeks whose rewards are to be audited. */
const REWARD_AUDIT_MS = 60_000;

/** The service's folder, with `migrations/` and `sql/`. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Wires the leaderboard service and serves it. Answers the port it listens on. */
export async function startLeaderboard(
  config: LeaderboardConfig,
  context: ProcessContext,
): Promise<{ port: number }> {
  const db = openDatabase(
    { service: 'leaderboard', url: config.POSTGRES_URL, pool: config.POSTGRES_POOL },
    context,
  );
  await assertSchema(db, FOLDER);
  const nats = await openNats(
    { service: 'leaderboard', url: config.NATS_URL, namespace: config.NAMESPACE },
    context,
  );
  const relay = startOutboxPublisher(
    { owner: 'leaderboard', db, nats, ephemeral: ['record_changed'] },
    context,
  );
  const parts: Parts = {
    ...{ db, relay, push: createPusher(nats), log: context.log, ...connectNeighbours(config, context) },
    rules: {
      sameNetworkCounts: config.SAME_NETWORK_COUNTS,
      winsAPair: config.WINS_A_PAIR,
      prizeOpponents: config.PRIZE_OPPONENTS,
      prizePlayers: config.PRIZE_PLAYERS,
      prizeOpponentsOfFew: config.PRIZE_OPPONENTS_OF_FEW,
    },
    closeAfterMs: config.CLOSE_AFTER_SECONDS * 1_000,
  };
  const port = await serveRpc(
    {
      name: 'leaderboard',
      service: LeaderboardService,
      methods: methodsOf(access, handlers(parts)),
      config,
      outbox: relay,
    },
    context,
  );
  startConsumers({ ...context, ...parts, nats });
  startSweeps(parts, config, context);
  observeRewards(db, context);
  return { port };
}

function connectNeighbours(config: LeaderboardConfig, context: ProcessContext) {
  const token = config.RPC_TOKEN;
  const economy = connectRpc(
    { name: 'economy', service: EconomyService, address: config.ECONOMY_ADDR, token },
    context,
  );
  const game = connectRpc({ name: 'game', service: GameService, address: config.GAME_ADDR, token }, context);
  const identity = connectRpc(
    { name: 'identity', service: IdentityService, address: config.IDENTITY_ADDR, token },
    context,
  );
  return { economy: economy.calls, game: game.calls, identity: identity.calls };
}

function startSweeps(parts: Parts, config: LeaderboardConfig, { log, lifecycle }: ProcessContext): void {
  const loops = [
    startJob('weeks', config.CLOSE_SWEEP_SECONDS * 1_000, log, async () => void (await closeWeeks(parts))),
    startJob('reward audit', REWARD_AUDIT_MS, log, () => auditRewards(parts)),
    startJob('running week', config.COMPARE_SECONDS * 1_000, log, () => compareRunningWeek(parts)),
  ];
  lifecycle.onStop('sweeps', () => Promise.all(loops.map((loop) => loop.stop())));
}
