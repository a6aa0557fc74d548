import { toUserId } from '@fifteen/domain';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import type { Player } from '@fifteen/testkit/player';
import type { Stack } from '@fifteen/testkit/stack';
import { expect } from 'vitest';

/** Timeout of a call in milliseconds, for a product that starts beside others. */
const TIMEOUT = { limitMs: 25_000 };

/** The operators' calls, for tests that grant coins and audit the ledger. */
export class Operator {
  readonly #economy: Calls<typeof EconomyServiceDefinition>;
  readonly #lifecycle = new Lifecycle(createLog('test', 'silent'));

  constructor({ adminEnv }: Stack) {
    const { ECONOMY_ADDR: address = '', RPC_TOKEN: token = '' } = adminEnv;
    const options = { name: 'economy', service: EconomyServiceDefinition, address, token };
    this.#economy = connectRpc(options, { lifecycle: this.#lifecycle }).calls;
  }

  /** Grants coins as a top-up. */
  async grantCoins(player: Player, amount: number): Promise<void> {
    const reference = `test-${player.user.id}-${amount}`;
    await this.#economy.topUp({ userId: toUserId(player.user.id), amount, reference }, TIMEOUT);
  }

  /** Returns the violated invariants of the ledger, each with the number of its violations. */
  async violations(): Promise<Record<string, number>> {
    const { lines } = await this.#economy.auditLedger({}, TIMEOUT);
    expect(lines.length).toBeGreaterThan(0);
    return Object.fromEntries(
      lines.filter((line) => line.violations !== 0).map((l) => [l.invariant, l.violations]),
    );
  }

  stop(): Promise<void> {
    return this.#lifecycle.stop();
  }
}
