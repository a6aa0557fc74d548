import type { EconomyService } from '@fifteen/proto/economy';
import type { Calls, Database, Log } from '@fifteen/runtime';

/** How long somebody who signs in waits for the wallet, and how long the sweep does, in milliseconds. */
const SIGN_IN_MS = 400;
const SWEEP_MS = 1_000;
const BATCH = 50;

/**
 * Wallets of new accounts. The ledger is asked at once, so that the first screen has its coins; when it does not answer,
 * signing in goes on, and the sweep asks until it does. Opening a wallet twice is opening it once.
 */
export class Wallets {
  readonly #db: Database;
  readonly #economy: Pick<Calls<typeof EconomyService>, 'signup'>;
  readonly #log: Log;

  constructor(db: Database, economy: Pick<Calls<typeof EconomyService>, 'signup'>, log: Log) {
    this.#db = db;
    this.#economy = economy;
    this.#log = log;
  }

  /** Opens the wallet of an account that has none, if the ledger answers soon. Never fails on the ledger's account. */
  async open(accountId: string): Promise<void> {
    const { rowCount } = await this.#db.query(
      `SELECT FROM account WHERE id = $1 AND wallet_opened_at IS NULL`,
      [accountId],
    );
    if (rowCount === 1) await this.#open(accountId, SIGN_IN_MS);
  }

  /** Opens what is missing; answers whether there may be more. */
  async openMissing(): Promise<boolean> {
    const { rows } = await this.#db.query<{ id: string }>(
      `SELECT id FROM account WHERE wallet_opened_at IS NULL AND created_at < now() - interval '2 seconds'
       ORDER BY created_at LIMIT $1`,
      [BATCH],
    );
    // Whoever does not answer for one does not for the others.
    for (const { id } of rows) if (!(await this.#open(id, SWEEP_MS))) return false;
    return rows.length === BATCH;
  }

  async #open(accountId: string, limitMs: number): Promise<boolean> {
    try {
      await this.#economy.signup({ userId: accountId }, { limitMs });
      await this.#db.query(`UPDATE account SET wallet_opened_at = now() WHERE id = $1`, [accountId]);
      return true;
    } catch (error) {
      this.#log.warn({ err: error, accountId }, 'opening a wallet failed');
      return false;
    }
  }
}
