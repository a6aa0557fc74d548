import type { ServiceDatabase } from '../servers/databases.ts';
import { callGraph, type ServiceName } from '../services.ts';
import { sha256, type Secrets } from '../secrets.ts';

/** Environment variables by name. */
export type Env = Readonly<Record<string, string>>;

/** The world that services start in. */
export interface World {
  /** Prefix of keys, subjects and streams; may be empty. */
  readonly namespace: string;
  readonly secrets: Secrets;
  readonly databases: Partial<Record<ServiceName, ServiceDatabase>>;
  readonly redisUrl: string;
  /** The broker, as a service knows it: with a name and a password of its own. */
  readonly natsUrl: (service: ServiceName) => string;
  readonly smtpUrl: string;
  /** Where people reach the site. */
  readonly siteUrl: string;
  /** The gRPC target of a service, with all its replicas. */
  readonly address: (service: ServiceName) => string;
}

/** Whoever operates the product by the command line: a caller like the services, with a secret of its own. */
type Caller = ServiceName | 'admin';

const callers: Readonly<Record<Caller, readonly ServiceName[]>> = {
  ...callGraph,
  admin: ['identity', 'economy', 'game', 'room', 'matchmaking', 'leaderboard'],
};

const tokenOf = (caller: string, secrets: Secrets) => secrets(`rpc:${caller}`);

/** What a caller needs to reach its neighbours: their addresses, and its own secret. */
export function callerEnv(caller: Caller, { secrets, address }: Pick<World, 'secrets' | 'address'>): Env {
  return {
    RPC_TOKEN: tokenOf(caller, secrets),
    ...Object.fromEntries(callers[caller].map((name) => [`${name.toUpperCase()}_ADDR`, address(name)])),
  };
}

/** Everything a service is told, but where it listens. */
export function serviceEnv(service: ServiceName, world: World): Env {
  const { namespace, redisUrl, secrets } = world;
  const database = world.databases[service];
  const known = Object.entries(callers).filter(([, callees]) => callees.includes(service));
  return {
    LOG_LEVEL: 'info',
    // All players of a local stack share one address. Load tests raise both.
    RATE_LIMIT_SCALE: process.env['RATE_LIMIT_SCALE'] ?? '1000',
    PLAYER_LIMIT_SCALE: process.env['PLAYER_LIMIT_SCALE'] ?? '1',
    NAMESPACE: namespace,
    REDIS_URL: redisUrl,
    NATS_URL: world.natsUrl(service),
    ...(database ? { POSTGRES_URL: database.url } : {}),
    ...callerEnv(service, world),
    RPC_CALLERS: known.map(([caller]) => `${caller}=${sha256(tokenOf(caller, secrets))}`).join(','),
    PUBLIC_URL: world.siteUrl,
    ...ownEnv(service, world),
  };
}

function ownEnv(service: ServiceName, { smtpUrl, secrets }: World): Env {
  // A few sockets need no time to come back one after the other.
  if (service === 'gateway') return { DRAIN_SECONDS: '0.5' };
  if (service === 'leaderboard') return { SAME_NETWORK_COUNTS: 'true' };
  if (service !== 'identity') return {};
  return { SMTP_URL: smtpUrl, MAIL_FROM: 'Fifteen <no-reply@fifteen.localhost>', CODE_KEY: secrets('codes') };
}
