import {
  connectRpc,
  createLog,
  tokenHash,
  type Calls,
  type Lifecycle,
  type ServiceDescription,
} from '@fifteen/runtime';
import { serviceNames, type Caller, type ServiceName } from '@fifteen/topology';
import { withLongTimeout } from '../long-timeout.ts';

/** The log of services that run in the process of their tests. */
export const log = createLog('test', 'silent');

/** Every caller, also those that a service does not know: it rejects them for their name, not for their token. */
const callers: readonly Caller[] = [...serviceNames, 'admin'];

export const tokenOf = (caller: Caller): string => `token-of-the-service-${caller}`;

const RPC_CALLERS = callers.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');

/** Returns the settings of a service with the tokens that `connectAs` sends. */
export const tokensOf = (service: ServiceName) => ({ RPC_TOKEN: tokenOf(service), RPC_CALLERS });

/** The settings of a gRPC server in this process, at a port that the kernel chooses. */
export const serverConfig = { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS } as const;

/** Returns the gRPC target of servers on this machine, which are called in turn. */
export const addressOf = (...servers: readonly { readonly port: number }[]): string =>
  `ipv4:${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;

/** An address without a server. */
export const UNREACHABLE = addressOf({ port: 9 });

/** Returns a client of a service with the token of a caller. */
export const connectAs = <S extends ServiceDescription>(
  caller: Caller,
  service: S,
  address: string,
  lifecycle: Lifecycle,
): Calls<S> =>
  withLongTimeout(
    connectRpc({ name: 'test', service, address, token: tokenOf(caller) }, { lifecycle }).calls,
  ) as Calls<S>;
