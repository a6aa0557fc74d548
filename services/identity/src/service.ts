import { IdentityServiceDefinition } from '@fifteen/proto/identity';
import { serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { IdentityConfig } from './config.ts';
import { createContext } from './context.ts';
import { startJobs } from './jobs/index.ts';
import { startMetrics } from './metrics.ts';
import { methods } from './rpc/index.ts';

/** Size of the largest request in bytes: an uploaded picture and its envelope. */
const REQUEST_BYTES = 1_100_000;

/** Starts the service. Returns the port of its RPC server. */
export async function startIdentityService(
  config: IdentityConfig,
  process: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, process);
  const { outbox } = context;
  startJobs(context);
  startMetrics(context);
  const port = await serveRpc(
    {
      ...{ name: 'identity', service: IdentityServiceDefinition, methods, config, outbox },
      requestBytes: REQUEST_BYTES,
    },
    context,
  );
  return { port };
}
