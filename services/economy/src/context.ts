import { GameServiceDefinition } from '@fifteen/proto/game';
import {
  connectRpc,
  createServiceContext,
  startOutboxPublisher,
  type Calls,
  type ProcessContext,
  type ReplayableOutbox,
  type ServiceContext,
} from '@fifteen/runtime';
import type { EconomyConfig } from './config.ts';

/** Everything a handler or job may use. */
export interface AppContext extends ServiceContext {
  game: Calls<typeof GameServiceDefinition>;
  outbox: ReplayableOutbox;
  /** RATE_LIMIT_SCALE: multiplies the limits of one network. */
  rateLimitScale: number;
}

/** Connects to the database, the broker and the game service, and starts to publish events. */
export async function createContext(config: EconomyConfig, process: ProcessContext): Promise<AppContext> {
  const context = await createServiceContext('economy', config, import.meta.url, process);
  const { db, nats } = context;
  const game = connectRpc(
    { name: 'game', service: GameServiceDefinition, address: config.GAME_ADDR, token: config.RPC_TOKEN },
    process,
  );
  // Earlier versions wrote an event for each new balance.
  const outbox = startOutboxPublisher(
    { owner: 'economy', db, nats, ephemeral: ['balance_changed', 'cosmetics_changed'] },
    context,
  );
  return { ...context, game: game.calls, outbox, rateLimitScale: config.RATE_LIMIT_SCALE };
}
