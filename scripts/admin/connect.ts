import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EconomyService } from '@fifteen/proto/economy';
import { IdentityService } from '@fifteen/proto/identity';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import { dataDir } from '../lib/data.ts';

/** The services as the operators call them. */
export interface Neighbours {
  economy: Calls<EconomyService>;
  identity: Calls<IdentityService>;
}

/** A command whose arguments were understood. Answers whether all is well. */
export type Work = (neighbours: Neighbours) => Promise<boolean>;

interface AdminEnv {
  RPC_TOKEN?: string;
  ECONOMY_ADDR?: string;
  IDENTITY_ADDR?: string;
}

/** Reaches the services that the environment names, or those of the product that runs in this checkout. */
export function connect(): { neighbours: Neighbours; close: () => Promise<void> } {
  const { RPC_TOKEN: token, ECONOMY_ADDR: economy, IDENTITY_ADDR: identity } = adminEnv();
  if (!token || !economy || !identity)
    throw new Error(
      'Nothing runs here: start it with `make run`, or set ECONOMY_ADDR, IDENTITY_ADDR and RPC_TOKEN.',
    );
  const lifecycle = new Lifecycle(createLog('admin', 'silent'));
  return {
    neighbours: {
      economy: connectRpc(
        { name: 'economy', service: EconomyService, address: economy, token },
        { lifecycle },
      ).calls,
      identity: connectRpc(
        { name: 'identity', service: IdentityService, address: identity, token },
        { lifecycle },
      ).calls,
    },
    close: () => lifecycle.stop(),
  };
}

function adminEnv(): AdminEnv {
  const note = join(dataDir, 'stack.json');
  if (process.env['RPC_TOKEN'] || !existsSync(note)) return process.env;
  return (JSON.parse(readFileSync(note, 'utf8')) as { adminEnv: AdminEnv }).adminEnv;
}
