import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { EconomyServiceDefinition, type ItemKind } from '@fifteen/proto/economy';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import type { SharedStack } from '@fifteen/testkit/shared-stack';
import { afterAll, beforeAll, expect } from 'vitest';

interface Operator {
  economy: Calls<EconomyServiceDefinition>;
  /** Grants coins as a top-up. */
  grantCoins(userId: string, amount: number): Promise<unknown>;
  grantItem(userId: string, kind: ItemKind, itemId: string): Promise<unknown>;
}

/** Gives a test file the operators' calls. At the end, the audit of the ledger must find nothing. */
export function useOperator(stack: () => SharedStack): () => Operator {
  const lifecycle = new Lifecycle(createLog('test', 'silent'));
  let economy: Calls<EconomyServiceDefinition>;
  beforeAll(() => {
    const { ECONOMY_ADDR: address = '', RPC_TOKEN: token = '' } = stack().adminEnv;
    economy = connectRpc(
      { name: 'economy', service: EconomyServiceDefinition, address, token },
      { lifecycle },
    ).calls;
  });
  afterAll(async () => {
    const { lines } = await economy.auditLedger({});
    await lifecycle.stop();
    expect(lines.filter(({ violations }) => violations !== 0)).toEqual([]);
  });
  return () => ({
    economy,
    grantCoins: (userId, amount) =>
      economy.topUp({ userId: toUserId(userId), amount, reference: randomUUID() }),
    grantItem: (userId, kind, itemId) =>
      economy.grantItem({ userId: toUserId(userId), kind, itemId, reference: randomUUID() }),
  });
}
