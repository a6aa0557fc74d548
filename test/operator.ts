import { toUserId } from '@fifteen/domain';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { connectRpc, createLog, Lifecycle, type Calls } from '@fifteen/runtime';
import type { Player } from '@fifteen/testkit/player';
import type { Stack } from '@fifteen/testkit/stack';
import { expect } from 'vitest';

/** Of a call, for a product that starts beside others. */
const TIMEOUT = { limitMs: 25_000 };

/** What support staff can do, for tests that need coins and want to see the books. */
export class Operator {
  readonly #economy: Calls<typeof EconomyServiceDefinition>;
  readonly #lifecycle = new Lifecycle(createLog('test', 'silent'));

  constructor({ adminEnv }: Stack) {
    const { ECONOMY_ADDR: address = '', RPC_TOKEN: token = '' } = adminEnv;
    const options = { name: 'economy', service: EconomyServiceDefinition, address, token };
    this.#economy = connectRpc(options, { lifecycle: this.#lifecycle }).calls;
  }

  /** Credits coins that were bought. */
  async give(player: Player, amount: number): Promise<void> {
    const reference = `test-${player.user.id}-${amount}`;
    await this.#economy.topUp({ userId: toUserId(player.user.id), amount, reference }, TIMEOUT);
  }

  /** Each invariant of the ledger that does not hold, with how often. */
  async faults(): Promise<Record<string, number>> {
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
