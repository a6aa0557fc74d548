import { SocialServiceDefinition } from '@fifteen/proto/social';
import { serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { SocialConfig } from './config.ts';
import { createContext } from './context.ts';
import { startConsumers } from './events/index.ts';
import { startJobs } from './jobs/index.ts';
import { methods } from './rpc/index.ts';

/** Starts the service. Returns the port of its RPC server. */
export async function startSocialService(
  config: SocialConfig,
  process: ProcessContext,
): Promise<{ port: number }> {
  const context = await createContext(config, process);
  startConsumers(context);
  startJobs(context);
  const port = await serveRpc({ name: 'social', service: SocialServiceDefinition, methods, config }, context);
  return { port };
}
