import { MatchmakingServiceDefinition } from '@fifteen/proto/matchmaking';
import { serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { MatchmakingConfig } from './config.ts';
import { createContext } from './context.ts';
import { startJobs } from './jobs/index.ts';
import { startMetrics } from './metrics.ts';
import { methods } from './rpc/index.ts';

/** Starts the service. Returns the port of its RPC server. */
export async function startMatchmakingService(
  config: MatchmakingConfig,
  process: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, process);
  startMetrics(context);
  startJobs(context);
  const options = { name: 'matchmaking', service: MatchmakingServiceDefinition, methods, config };
  const port = await serveRpc(options, context);
  return { port };
}
