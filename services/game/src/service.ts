import { fileURLToPath } from 'node:url';
import { EconomyService } from '@fifteen/proto/economy';
import { GameService } from '@fifteen/proto/game';
import {
  assertSchema,
  connectRpc,
  createPusher,
  openDatabase,
  openNats,
  methodsOf,
  serveRpc,
  startOutboxPublisher,
  type ProcessContext,
} from '@fifteen/runtime';
import { startClocks } from './clocks.ts';
import type { GameConfig } from './config.ts';
import { DatabaseClock } from './database-clock.ts';
import { startJudging } from './flags.ts';
import type { Game } from './game.ts';
import { Heartbeats } from './heartbeats.ts';
import { LiveGames } from './live.ts';
import { observeGames, observePayouts } from './metrics.ts';
import type { Parts } from './parts.ts';
import { startPayoutAudit } from './payouts.ts';
import { createPlayStreams } from './play.ts';
import { access, handlers } from './rpc.ts';
import { startStakeSweep } from './stake-sweep.ts';
import { finish } from './stakes.ts';

/** Pause between two passes of the audit of payouts. */
const PAYOUT_AUDIT_MS = 10_000;

/** The service's folder, with `migrations/` and `sql/`. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Wires the game service and serves it. Answers the port it listens on. */
export async function startGame(config: GameConfig, context: ProcessContext): Promise<{ port: number }> {
  const { log, lifecycle } = context;
  const parts = await openParts(config, context);
  const finishing = new Set<Promise<void>>();
  const ended = (game: Game): void => {
    const work = finish(parts, game).finally(() => finishing.delete(work));
    finishing.add(work);
  };
  lifecycle.onStop('games being finished', () => Promise.all(finishing));
  const live = new LiveGames(parts, { cached: config.CACHED_GAMES, waiting: config.WAITING_MOVES }, ended);
  const loops = [
    await startClocks(parts, live, {
      everyMs: config.CLOCK_SWEEP_SECONDS * 1_000,
      outageMs: config.OUTAGE_SECONDS * 1_000,
      emptyMs: config.EMPTY_GATEWAYS_SECONDS * 1_000,
    }),
    startStakeSweep(parts, config.STAKE_SWEEP_SECONDS * 1_000),
    startJudging(parts, config.FAIR_PLAY_SWEEP_SECONDS * 1_000),
    startPayoutAudit(parts, PAYOUT_AUDIT_MS),
  ];
  lifecycle.onStop('sweeps', () => Promise.all(loops.map((loop) => loop.stop())));
  observeGames(parts.db, context);
  observePayouts(parts.db, context);
  const play = createPlayStreams(live, log);
  const port = await serveRpc(
    {
      name: 'game',
      service: GameService,
      methods: methodsOf(access, handlers(parts, live, play)),
      config,
      outbox: parts.relay,
    },
    context,
  );
  lifecycle.onStop('streams of moves', () => play.stop());
  return { port };
}

async function openParts(config: GameConfig, context: ProcessContext): Promise<Parts> {
  const db = openDatabase({ service: 'game', url: config.POSTGRES_URL, pool: config.POSTGRES_POOL }, context);
  await assertSchema(db, FOLDER);
  const clock = new DatabaseClock();
  await clock.sync(db);
  const nats = await openNats(
    { service: 'game', url: config.NATS_URL, namespace: config.NAMESPACE },
    context,
  );
  const economy = connectRpc(
    { name: 'economy', service: EconomyService, address: config.ECONOMY_ADDR, token: config.RPC_TOKEN },
    context,
  );
  return {
    db,
    clock,
    economy: economy.calls,
    push: createPusher(nats),
    relay: startOutboxPublisher({ owner: 'game', db, nats, ephemeral: ['started', 'cancelled'] }, context),
    log: context.log,
    pace: {
      turn: config.TURN_SECONDS * 1_000,
      grace: config.GRACE_SECONDS * 1_000,
      autoMove: config.AUTO_MOVE_SECONDS * 1_000,
      botMin: config.BOT_MIN_SECONDS * 1_000,
      botMax: config.BOT_MAX_SECONDS * 1_000,
      stakeRetry: config.STAKE_RETRY_SECONDS * 1_000,
    },
    fundingMs: config.FUNDING_SECONDS * 1_000,
    heartbeats: new Heartbeats(),
    stakeLimit: {
      coins: config.STAKE_LIMIT_COINS,
      games: config.STAKE_LIMIT_GAMES,
      opponents: config.STAKE_LIMIT_OPPONENTS,
    },
  };
}
