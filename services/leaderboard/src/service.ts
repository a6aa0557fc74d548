import { LeaderboardServiceDefinition } from '@fifteen/proto/leaderboard';
import { serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { LeaderboardConfig } from './config.ts';
import { createContext } from './context.ts';
import { startConsumers } from './events/index.ts';
import { startJobs } from './jobs/index.ts';
import { startMetrics } from './metrics.ts';
import { methods } from './rpc/index.ts';

/** Starts the service. Returns the port of its RPC server. */
export async function startLeaderboardService(
  config: LeaderboardConfig,
  process: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, process);
  const { outbox } = context;
  startConsumers(context);
  startJobs(context);
  startMetrics(context);
  const port = await serveRpc(
    { name: 'leaderboard', service: LeaderboardServiceDefinition, methods, config, outbox },
    context,
  );
  return { port };
}
