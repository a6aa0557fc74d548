import { RoomServiceDefinition } from '@fifteen/proto/room';
import { serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { RoomConfig } from './config.ts';
import { createContext } from './context.ts';
import { startConsumers } from './events/index.ts';
import { startJobs } from './jobs/index.ts';
import { methods } from './rpc/index.ts';

/** Starts the room service. Returns the port on which it serves RPCs. */
export async function startRoomService(
  config: RoomConfig,
  process: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, process);
  startConsumers(context);
  startJobs(context);
  const port = await serveRpc({ name: 'room', service: RoomServiceDefinition, methods, config }, context);
  return { port };
}
