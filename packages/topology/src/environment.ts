import type { ServerName } from './ports.ts';
import { services, type ServiceName } from './services.ts';

/** The variable with the address of each server: a URL with credentials, so it is a secret. */
export const serverVariables = {
  postgres: 'POSTGRES_URL',
  redis: 'REDIS_URL',
  nats: 'NATS_URL',
  mail: 'SMTP_URL',
} as const satisfies Readonly<Record<ServerName, string>>;

/**
 * Variables of every process of a service. The space for young objects grows to 16 MiB and not to 32, and malloc keeps two
 * arenas and not eight for each core: a quarter less memory under load, for no more CPU (docs/speed.md).
 */
export const processSettings = { NODE_OPTIONS: '--max-semi-space-size=16', MALLOC_ARENA_MAX: '2' } as const;

/** Returns the variable with the address of a service, for its callers: `GAME_ADDR`. */
export const addressVariable = (upstream: ServiceName): `${Uppercase<ServiceName>}_ADDR` =>
  `${upstream.toUpperCase() as Uppercase<ServiceName>}_ADDR`;

/** Returns the variables of a service that are secrets: tokens, server addresses, and its own. */
export function secretVariables(service: ServiceName): string[] {
  const { serves, servers, secrets = [] } = services[service];
  return [
    'RPC_TOKEN',
    ...(serves === 'grpc' ? ['RPC_CALLERS'] : []),
    ...servers.map((server) => serverVariables[server]),
    ...secrets,
  ];
}
