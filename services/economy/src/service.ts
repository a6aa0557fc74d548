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
  startJob,
  type ProcessContext,
} from '@fifteen/runtime';
import { inspect } from './audit.ts';
import type { EconomyConfig } from './config.ts';
import { consumeIdentity } from './consumers.ts';
import { createLedger } from './ledger.ts';
import { endOverdue } from './overdue.ts';
import { observeAudit, observeMoney } from './metrics.ts';
import { access, handlers } from './rpc.ts';

/** The service's folder, with `migrations/` and `sql/`. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Wires the economy service and serves it. Answers the port it listens on. */
export async function startEconomy(
  config: EconomyConfig,
  context: ProcessContext,
): Promise<{ port: number }> {
  const { log, lifecycle } = context;
  const db = openDatabase(
    { service: 'economy', url: config.POSTGRES_URL, pool: config.POSTGRES_POOL },
    context,
  );
  await assertSchema(db, FOLDER);
  const nats = await openNats(
    { service: 'economy', url: config.NATS_URL, namespace: config.NAMESPACE },
    context,
  );
  const game = connectRpc(
    { name: 'game', service: GameService, address: config.GAME_ADDR, token: config.RPC_TOKEN },
    context,
  );
  const relay = startOutboxPublisher(
    { owner: 'economy', db, nats, ephemeral: ['balance_changed', 'looks_changed'] },
    context,
  );
  const ledger = createLedger({ db, relay, push: createPusher(nats), log });
  const port = await serveRpc(
    {
      name: 'economy',
      service: EconomyService,
      methods: methodsOf(access, handlers({ db, ledger, scale: config.RATE_LIMIT_SCALE })),
      config,
      outbox: relay,
    },
    context,
  );
  observeMoney(db, context);
  observeAudit(db, context);
  consumeIdentity({ ...context, db, nats, ledger });
  const sweeps = [
    startJob('overdue stakes', 10_000, log, () => endOverdue({ db, game: game.calls, ledger, log })),
    startJob('inspection', 60_000, log, () => inspect(db, log)),
  ];
  lifecycle.onStop('sweeps', () => Promise.all(sweeps.map((loop) => loop.stop())));
  return { port };
}
