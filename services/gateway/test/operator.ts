import { randomUUID } from 'node:crypto';
import { EconomyService, type ItemKind } from '@fifteen/proto/economy';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { afterAll, beforeAll, expect } from 'vitest';

interface Operator {
  economy: Calls<EconomyService>;
  /** Gives somebody coins that were bought outside. */
  coins(userId: string, amount: number): Promise<unknown>;
  item(userId: string, kind: ItemKind, itemId: string): Promise<unknown>;
}

/** Whoever runs the product, for a test file. In the end the ledger has to be right. */
export function operator(stack: () => SharedStack): () => Operator {
  const lifecycle = new Lifecycle(createLog('test', 'silent'));
  let economy: Calls<EconomyService>;
  beforeAll(() => {
    const { ECONOMY_ADDR: address = '', RPC_TOKEN: token = '' } = stack().adminEnv;
    economy = connectRpc({ name: 'economy', service: EconomyService, address, token }, { lifecycle }).calls;
  });
  afterAll(async () => {
    const { lines } = await economy.audit({});
    await lifecycle.stop();
    expect(lines.filter(({ violations }) => violations !== 0)).toEqual([]);
  });
  return () => ({
    economy,
    coins: (userId, amount) => economy.topUp({ userId, amount, reference: randomUUID() }),
    item: (userId, kind, itemId) => economy.grantItem({ userId, kind, itemId, reference: randomUUID() }),
  });
}
