import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { GameServiceDefinition } from '@fifteen/proto/game';
import { IdentityServiceDefinition } from '@fifteen/proto/identity';
import { LeaderboardServiceDefinition } from '@fifteen/proto/leaderboard';
import { OutboxServiceDefinition } from '@fifteen/proto/outbox';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import { addressVariable, type ServiceName } from '@fifteen/topology';
import { readRunningProduct } from '../lib/running-product.ts';

/** Clients of the services, for operators. */
export interface Clients {
  economy: Calls<EconomyServiceDefinition>;
  identity: Calls<IdentityServiceDefinition>;
  game(): Calls<typeof GameServiceDefinition>;
  leaderboard(): Calls<typeof LeaderboardServiceDefinition>;
  /** Returns the client of a service's outbox. */
  outbox(service: ServiceName): Calls<typeof OutboxServiceDefinition>;
}

/** A parsed command. Returns whether all is well. */
export type Command = (clients: Clients) => Promise<boolean>;

type AdminEnv = Readonly<Record<string, string | undefined>>;

/** Connects to the services in the environment, or to those of the product that runs in this checkout. */
export function connect(): { clients: Clients; close: () => Promise<void> } {
  const env: AdminEnv = process.env['RPC_TOKEN'] ? process.env : readRunningProduct().adminEnv;
  const { RPC_TOKEN: token, ECONOMY_ADDR: economy, IDENTITY_ADDR: identity } = env;
  if (!token || !economy || !identity) throw new Error('Set ECONOMY_ADDR, IDENTITY_ADDR and RPC_TOKEN.');
  const lifecycle = new Lifecycle(createLog('admin', 'silent'));
  const addressOf = (service: ServiceName): string => {
    const variable = addressVariable(service);
    const address = env[variable];
    if (!address) throw new Error(`Where is ${service}? Set ${variable}.`);
    return address;
  };
  return {
    clients: {
      economy: connectRpc(
        { name: 'economy', service: EconomyServiceDefinition, address: economy, token, pings: false },
        { lifecycle },
      ).calls,
      identity: connectRpc(
        { name: 'identity', service: IdentityServiceDefinition, address: identity, token },
        { lifecycle },
      ).calls,
      game: () =>
        connectRpc(
          { name: 'game', service: GameServiceDefinition, address: addressOf('game'), token },
          { lifecycle },
        ).calls,
      leaderboard: () =>
        connectRpc(
          {
            name: 'leaderboard',
            service: LeaderboardServiceDefinition,
            address: addressOf('leaderboard'),
            token,
            pings: false,
          },
          { lifecycle },
        ).calls,
      outbox: (service) =>
        connectRpc(
          { name: service, service: OutboxServiceDefinition, address: addressOf(service), token },
          { lifecycle },
        ).calls,
    },
    close: () => lifecycle.stop(),
  };
}
