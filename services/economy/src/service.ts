import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { EconomyConfig } from './config.ts';
import { createContext } from './context.ts';
import { startConsumers } from './events/index.ts';
import { startJobs } from './jobs/index.ts';
import { startMetrics } from './metrics.ts';
import { methods } from './rpc/index.ts';

/** Starts the service. Returns the port of its RPC server. */
export async function startEconomyService(
  config: EconomyConfig,
  process: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, process);
  const { outbox } = context;
  startMetrics(context);
  startConsumers(context);
  startJobs(context);
  const port = await serveRpc(
    { name: 'economy', service: EconomyServiceDefinition, methods, config, outbox },
    context,
  );
  return { port };
}
