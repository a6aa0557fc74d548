import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { EconomyServiceDefinition, type ItemKind } from '@fifteen/proto/economy';
import { IdentityServiceDefinition } from '@fifteen/proto/identity';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import { withLongTimeout } from './long-timeout.ts';
import { withRetries } from './retries.ts';
import type { Env } from './stack/environment.ts';

/** Repeats a call until the user has a wallet: that of a new user may open after they have arrived. */
const withWallet = <T>(call: () => Promise<T>): Promise<T> => withRetries(call, 'USER_NOT_FOUND');

/** An operator of a running product, who grants coins and items, audits the ledger and bans users. */
export class Operator {
  readonly economy: Calls<EconomyServiceDefinition>;
  readonly #identity: Calls<IdentityServiceDefinition>;
  readonly #lifecycle = new Lifecycle(createLog('test', 'silent'));

  constructor({ adminEnv }: { readonly adminEnv: Env }) {
    const { ECONOMY_ADDR = '', IDENTITY_ADDR = '', RPC_TOKEN: token = '' } = adminEnv;
    const economy = { name: 'economy', service: EconomyServiceDefinition, address: ECONOMY_ADDR, token };
    const identity = { name: 'identity', service: IdentityServiceDefinition, address: IDENTITY_ADDR, token };
    const context = { lifecycle: this.#lifecycle };
    this.economy = withLongTimeout(connectRpc(economy, context).calls);
    this.#identity = withLongTimeout(connectRpc(identity, context).calls);
  }

  /** Grants coins as a top-up. */
  async grantCoins(userId: string, amount: number): Promise<void> {
    const request = { userId: toUserId(userId), amount, reference: randomUUID() };
    await withWallet(() => this.economy.topUp(request));
  }

  async grantItem(userId: string, kind: ItemKind, itemId: string): Promise<void> {
    const request = { userId: toUserId(userId), kind, itemId, reference: randomUUID() };
    await withWallet(() => this.economy.grantItem(request));
  }

  /** Bans a user, whose sessions end. */
  async banUser(userId: string): Promise<void> {
    await this.#identity.banUser({ userId: toUserId(userId) });
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
