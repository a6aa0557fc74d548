import type { ServiceName } from '@fifteen/topology';
import type { TestDatabase } from '../test-database.ts';
import type { TestServers } from '../test-servers.ts';
import { tokensOf } from './rpc.ts';

/** Limits of statements and locks, in milliseconds, that a stall of the machine does not exceed. */
const LONG_LIMITS = '?statement_timeout=60000&lock_timeout=60000&query_timeout=60000';

/** Returns the environment of a service in this process, without the addresses of other services. */
export const serviceEnv = (
  service: ServiceName,
  { nats, namespace }: TestServers<'nats'>,
  { url }: TestDatabase,
) => ({
  ...tokensOf(service),
  GRPC_HOST: '127.0.0.1',
  GRPC_PORT: '0',
  LOG_LEVEL: 'silent',
  NAMESPACE: namespace,
  NATS_URL: nats.url,
  POSTGRES_URL: url + LONG_LIMITS,
});
