import { fileURLToPath } from 'node:url';
import { EconomyService } from '@fifteen/proto/economy';
import { GameService } from '@fifteen/proto/game';
import { RoomService } from '@fifteen/proto/room';
import {
  assertSchema,
  connectRpc,
  createPusher,
  openDatabase,
  openNats,
  methodsOf,
  serveRpc,
  type ProcessContext,
} from '@fifteen/runtime';
import type { RoomConfig } from './config.ts';
import { consumeAccounts, consumeGames } from './consumers.ts';
import { Countdowns } from './countdown.ts';
import { access, handlers } from './rpc.ts';
import { startSweeps } from './sweeps.ts';

/** The service's folder, with `migrations/` and `sql/`. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Wires the room service and serves it. Answers the port it listens on. */
export async function startRoom(config: RoomConfig, context: ProcessContext): Promise<{ port: number }> {
  const db = openDatabase({ service: 'room', url: config.POSTGRES_URL, pool: config.POSTGRES_POOL }, context);
  await assertSchema(db, FOLDER);
  const nats = await openNats(
    { service: 'room', url: config.NATS_URL, namespace: config.NAMESPACE },
    context,
  );
  const game = connectRpc(
    { name: 'game', service: GameService, address: config.GAME_ADDR, token: config.RPC_TOKEN },
    context,
  );
  const economy = connectRpc(
    { name: 'economy', service: EconomyService, address: config.ECONOMY_ADDR, token: config.RPC_TOKEN },
    context,
  );
  const parts = {
    ...context,
    ...{ db, nats, game: game.calls, economy: economy.calls, push: createPusher(nats) },
    ...{ countdowns: new Countdowns(context), announceMs: config.ANNOUNCE_SECONDS * 1_000 },
  };
  const port = await serveRpc(
    {
      name: 'room',
      service: RoomService,
      methods: methodsOf(access, handlers(parts)),
      config,
    },
    context,
  );
  consumeGames(parts);
  consumeAccounts(parts);
  startSweeps(parts, context);
  return { port };
}
