import { fileURLToPath } from 'node:url';
import { observeTables } from './metrics/tables.ts';
import { openNats, type Nats } from './nats.ts';
import { openDatabase, type Database } from './postgres.ts';
import { createPusher, type Pusher } from './push.ts';
import type { ProcessContext } from './run-service.ts';
import { assertSchema } from './schema.ts';
import { retryDuringOutage } from './start-retries.ts';

/** The context of a service with a database and the broker. */
export interface ServiceContext extends ProcessContext {
  db: Database;
  nats: Nats;
  push: Pusher;
}

interface StoreConfig {
  POSTGRES_URL: string;
  POSTGRES_POOL: number;
  NATS_URL: string;
  NATS_STREAM_REPLICAS: number;
  NATS_STREAM_MAX_BYTES: number;
  NAMESPACE: string;
}

/**
 * Connects a service to its database and the broker, and waits for those that are unavailable. Throws when one rejects the
 * login, or when the schema is older than this code.
 * @param contextUrl of the service's `src/context.ts`; `migrations/`, and `sql/` where there is one, stand beside `src/`
 */
export async function createServiceContext(
  name: string,
  config: StoreConfig,
  contextUrl: string,
  { log, lifecycle }: ProcessContext,
): Promise<ServiceContext> {
  const process = { log, lifecycle };
  const db = openDatabase({ service: name, url: config.POSTGRES_URL, pool: config.POSTGRES_POOL }, process);
  await retryDuringOutage(() => assertSchema(db, fileURLToPath(new URL('..', contextUrl))));
  observeTables(db, process);
  const streams = { replicas: config.NATS_STREAM_REPLICAS, maxBytes: config.NATS_STREAM_MAX_BYTES };
  const nats = await openNats(
    { service: name, url: config.NATS_URL, namespace: config.NAMESPACE, streams },
    process,
  );
  return { ...process, db, nats, push: createPusher(nats) };
}
