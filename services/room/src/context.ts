import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { GameServiceDefinition } from '@fifteen/proto/game';
import {
  connectRpc,
  createServiceContext,
  type Calls,
  type ProcessContext,
  type ServiceContext,
} from '@fifteen/runtime';
import { BackgroundTasks } from './background-tasks.ts';
import type { RoomConfig } from './config.ts';

/** Dependencies and settings of all handlers. */
export interface AppContext extends ServiceContext {
  game: Calls<typeof GameServiceDefinition>;
  economy: Calls<typeof EconomyServiceDefinition>;
  /** Runs the countdowns to rounds. */
  countdowns: BackgroundTasks;
  /** Milliseconds for which a computer player is announced. */
  announceMs: number;
}

/** Connects the service to its database, the broker and its upstream services. */
export async function createContext(config: RoomConfig, process: ProcessContext): Promise<AppContext> {
  const context = await createServiceContext('room', config, import.meta.url, process);
  const token = config.RPC_TOKEN;
  const game = connectRpc(
    { name: 'game', service: GameServiceDefinition, address: config.GAME_ADDR, token },
    process,
  );
  const economy = connectRpc(
    { name: 'economy', service: EconomyServiceDefinition, address: config.ECONOMY_ADDR, token },
    process,
  );
  return {
    ...context,
    game: game.calls,
    economy: economy.calls,
    countdowns: new BackgroundTasks('countdowns', process),
    announceMs: config.ANNOUNCE_SECONDS * 1_000,
  };
}
