import { callGraph, type ServiceName } from '../services.ts';
import { sha256, type Secrets } from './secrets.ts';

/** Environment variables by name. */
export type Env = Readonly<Record<string, string>>;

/** The ports of each service's replicas. */
export type Ports = Readonly<Record<ServiceName, readonly number[]>>;

/** Whoever operates the product by the command line: a caller like the services, with a secret of its own. */
type Caller = ServiceName | 'admin';

const callers: Readonly<Record<Caller, readonly ServiceName[]>> = {
  ...callGraph,
  admin: ['identity', 'economy', 'game', 'room', 'matchmaking'],
};

const tokenOf = (caller: string, secrets: Secrets) => secrets(`rpc:${caller}`);

/** What a caller needs to reach its neighbours: their addresses, and its own secret. */
export function callerEnv(caller: Caller, ports: Ports, secrets: Secrets): Env {
  const address = (name: ServiceName) => `ipv4:${ports[name].map((port) => `127.0.0.1:${port}`).join(',')}`;
  return {
    RPC_TOKEN: tokenOf(caller, secrets),
    ...Object.fromEntries(callers[caller].map((name) => [`${name.toUpperCase()}_ADDR`, address(name)])),
  };
}

/** How a service knows those who may call it. */
export function calleeEnv(service: ServiceName, secrets: Secrets): Env {
  const allowed = Object.entries(callers).filter(([, callees]) => callees.includes(service));
  return {
    RPC_CALLERS: allowed.map(([caller]) => `${caller}=${sha256(tokenOf(caller, secrets))}`).join(','),
  };
}
