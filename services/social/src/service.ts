import { fileURLToPath } from 'node:url';
import { SocialService } from '@fifteen/proto/social';
import {
  assertSchema,
  createPusher,
  openDatabase,
  openNats,
  serveRpc,
  type ServiceContext,
} from '@fifteen/runtime';
import type { SocialConfig } from './config.ts';
import { consumeAccounts } from './consumers.ts';
import { access, handlers } from './rpc.ts';
import { startSweeps } from './sweeps.ts';

/** The service's folder, with `migrations/` and `sql/`. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Wires friends, blocks and chat, and serves them. Answers the port it listens on. */
export async function startSocial(config: SocialConfig, context: ServiceContext): Promise<{ port: number }> {
  const db = openDatabase(
    { service: 'social', url: config.POSTGRES_URL, pool: config.POSTGRES_POOL },
    context,
  );
  await assertSchema(db, FOLDER);
  const nats = await openNats(
    { service: 'social', url: config.NATS_URL, namespace: config.NAMESPACE },
    context,
  );
  const parts = { db, push: createPusher(nats), playerScale: config.PLAYER_LIMIT_SCALE };
  const port = await serveRpc(
    {
      name: 'social',
      service: SocialService,
      handlers: handlers(parts),
      access,
      host: config.GRPC_HOST,
      port: config.GRPC_PORT,
      callers: config.RPC_CALLERS,
    },
    context,
  );
  consumeAccounts(parts, nats, context);
  startSweeps(parts, context);
  return { port };
}
