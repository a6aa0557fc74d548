import {
  addressVariable,
  callersOf,
  operators,
  serverVariables,
  serviceNames,
  services,
  type Caller,
  type ServerName,
  type ServiceName,
} from '@fifteen/topology';
import type { ServiceDatabase } from '../servers/databases.ts';
import { sha256, type Secrets } from '../secrets.ts';

/** Environment variables by name. */
export type Env = Readonly<Record<string, string>>;

/** What the environment of a service depends on. */
export interface StackContext {
  /** Prefix of keys, subjects and streams; may be empty. */
  readonly namespace: string;
  readonly secrets: Secrets;
  readonly databases: Partial<Record<ServiceName, ServiceDatabase>>;
  readonly redisUrl: string;
  /** The address of NATS with the user and password of a service. */
  readonly natsUrl: (service: ServiceName) => string;
  readonly smtpUrl: string;
  /** The address of the site for browsers. */
  readonly siteUrl: string;
  /** The gRPC target of a service, with all its replicas. */
  readonly address: (service: ServiceName) => string;
}

/** Settings for a stack on one machine. */
const localSettings: Partial<Readonly<Record<ServiceName, Env>>> = {
  // A few sockets need no time to reconnect one after the other.
  gateway: { DRAIN_SECONDS: '0.5' },
  // All players of a local stack share a network.
  leaderboard: { SAME_NETWORK_COUNTS: 'true' },
};

const tokenOf = (caller: Caller, secrets: Secrets) => secrets(`rpc:${caller}`);

/** Returns what a caller needs for its RPCs: the addresses of its upstreams, and its own token. */
export function callerEnv(
  caller: Caller,
  { secrets, address }: Pick<StackContext, 'secrets' | 'address'>,
): Env {
  const { upstreams } = caller === 'admin' ? operators : services[caller];
  return {
    RPC_TOKEN: tokenOf(caller, secrets),
    ...Object.fromEntries(upstreams.map((name) => [addressVariable(name), address(name)])),
  };
}

/** Returns `callerEnv` of every caller. */
export const callerEnvs = (context: Pick<StackContext, 'secrets' | 'address'>): Record<Caller, Env> =>
  Object.fromEntries(
    [...serviceNames, 'admin' as const].map((caller) => [caller, callerEnv(caller, context)]),
  ) as Record<Caller, Env>;

/** Returns the environment of a service, without the ports it listens on. */
export function serviceEnv(service: ServiceName, context: StackContext): Env {
  const { namespace, secrets } = context;
  const callers = callersOf(service).map((caller) => `${caller}=${sha256(tokenOf(caller, secrets))}`);
  return {
    LOG_LEVEL: 'info',
    // All players of a local stack share one address. Load tests raise both.
    RATE_LIMIT_SCALE: process.env['RATE_LIMIT_SCALE'] ?? '1000',
    PLAYER_LIMIT_SCALE: process.env['PLAYER_LIMIT_SCALE'] ?? '1',
    NAMESPACE: namespace,
    ...serverEnv(service, context),
    ...callerEnv(service, context),
    RPC_CALLERS: callers.join(','),
    PUBLIC_URL: context.siteUrl,
    ...ownSecrets(service, secrets),
    ...localSettings[service],
  };
}

/** Returns the addresses of the servers that a service connects to. */
function serverEnv(service: ServiceName, context: StackContext): Env {
  const env: Readonly<Record<ServerName, Env>> = {
    postgres: variable('postgres', context.databases[service]?.url),
    redis: variable('redis', context.redisUrl),
    nats: variable('nats', context.natsUrl(service)),
    mail: {
      ...variable('mail', context.smtpUrl),
      MAIL_FROM: 'Fifteen <no-reply@fifteen.localhost>',
    },
  };
  return Object.assign({}, ...services[service].servers.map((server) => env[server])) as Env;
}

const variable = (server: ServerName, url: string | undefined): Env =>
  url === undefined ? {} : { [serverVariables[server]]: url };

const ownSecrets = (service: ServiceName, secrets: Secrets): Env =>
  Object.fromEntries((services[service].secrets ?? []).map((name) => [name, secrets(`${service}:${name}`)]));
