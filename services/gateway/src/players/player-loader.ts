import type { UserId } from '@fifteen/domain';
import type { Account } from '@fifteen/proto/identity';
import type { Log } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { Player } from '../translation/player.ts';

const LOOKUP = { limitMs: 1_500 };
/** Timeout of optional queries: a slow one must not delay signing in. */
const OPTIONAL_LOOKUP = { limitMs: 700 };

type PlayerClients = Pick<Clients, 'identity' | 'economy' | 'leaderboard'>;

/** Loads players from the services that each have a part of them. */
export class PlayerLoader {
  readonly #clients: PlayerClients;
  readonly #log: Log;

  constructor(clients: PlayerClients, log: Log) {
    this.#clients = clients;
    this.#log = log;
  }

  /**
   * Returns the existing players among up to 200 ids, in no order.
   * @throws SERVICE_UNAVAILABLE when identity is unavailable
   */
  async find(ids: UserId[]): Promise<Player[]> {
    const [{ accounts }, about] = await Promise.all([
      this.#clients.identity.getAccounts({ ids }, LOOKUP),
      this.#about(ids),
    ]);
    return accounts.map((account) => about(account));
  }

  /** Loads the player of an account. */
  async load(account: Account): Promise<Player> {
    return (await this.#about([account.id]))(account);
  }

  /** Loads the players of up to 200 accounts. */
  async loadAll(accounts: readonly Account[]): Promise<Player[]> {
    return accounts.map(await this.#about(accounts.map(({ id }) => id)));
  }

  /** Loads cosmetics and statistics; both stay undefined while their service is unavailable. */
  async #about(ids: UserId[]): Promise<(account: Account) => Player> {
    const missed = (what: string) => (error: unknown) => {
      this.#log.info({ err: error, people: ids.length }, `loading ${what} failed`);
      return undefined;
    };
    const { economy, leaderboard } = this.#clients;
    const [equipped, recorded] = await Promise.all([
      economy.getCosmetics({ userIds: ids }, OPTIONAL_LOOKUP).catch(missed('cosmetics')),
      leaderboard.getRecords({ userIds: ids }, OPTIONAL_LOOKUP).catch(missed('records')),
    ]);
    const cosmeticsOf = new Map(equipped?.cosmetics.map((entry) => [entry.userId, entry]));
    const recordOf = new Map(recorded?.records.map((entry) => [entry.userId, entry]));
    return (account) => ({
      account,
      cosmetics: cosmeticsOf.get(account.id),
      record: recordOf.get(account.id),
    });
  }
}
