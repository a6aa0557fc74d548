import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { EconomyServiceDefinition, type ItemKind } from '@fifteen/proto/economy';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import { withLongTimeout } from './long-timeout.ts';
import type { Env } from './stack/environment.ts';

/** An operator of a running product, who grants coins and items and audits the ledger. */
export class Operator {
  readonly economy: Calls<EconomyServiceDefinition>;
  readonly #lifecycle = new Lifecycle(createLog('test', 'silent'));

  constructor({ adminEnv }: { readonly adminEnv: Env }) {
    const { ECONOMY_ADDR: address = '', RPC_TOKEN: token = '' } = adminEnv;
    const options = { name: 'economy', service: EconomyServiceDefinition, address, token };
    this.economy = withLongTimeout(connectRpc(options, { lifecycle: this.#lifecycle }).calls);
  }

  /** Grants coins as a top-up. */
  async grantCoins(userId: string, amount: number): Promise<void> {
    await this.economy.topUp({ userId: toUserId(userId), amount, reference: randomUUID() });
  }

  async grantItem(userId: string, kind: ItemKind, itemId: string): Promise<void> {
    await this.economy.grantItem({ userId: toUserId(userId), kind, itemId, reference: randomUUID() });
  }

  /** Returns the violated invariants of the ledger, each with the number of its violations. */
  async violations(): Promise<Record<string, number>> {
    const { lines } = await this.economy.auditLedger({});
    if (lines.length === 0) throw new Error('the audit checks nothing');
    const violated = lines.filter(({ violations }) => violations !== 0);
    return Object.fromEntries(violated.map(({ invariant, violations }) => [invariant, violations]));
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}
