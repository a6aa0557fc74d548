import { fileURLToPath } from 'node:url';
import { SocialService } from '@fifteen/proto/social';
import { createServiceContext, methodsOf, serveRpc, type ProcessContext } from '@fifteen/runtime';
import type { SocialConfig } from './config.ts';
import { consumeAccounts } from './consumers.ts';
import { access, handlers } from './rpc.ts';
import { startSweeps } from './sweeps.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Wires friends, blocks and chat, and serves them. Answers the port it listens on. */
export async function startSocial(config: SocialConfig, process: ProcessContext): Promise<{ port: number }> {
  const context = await createServiceContext('social', config, MIGRATIONS, process);
  const parts = { ...context, playerScale: config.PLAYER_LIMIT_SCALE };
  const methods = methodsOf(access, handlers(parts));
  const port = await serveRpc({ name: 'social', service: SocialService, methods, config }, context);
  consumeAccounts(context);
  startSweeps(parts, context);
  return { port };
}
