import type { UserId } from '@fifteen/domain';
import type { Account } from '@fifteen/proto/identity';
import type { PlayerRecord } from '@fifteen/proto/leaderboard';
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

  /** Loads the records of known players again. */
  async reloadRecords(players: readonly Player[]): Promise<Player[]> {
    const recordOf = await this.#records(players.map(({ account }) => account.id));
    return players.map((player) => ({ ...player, record: recordOf.get(player.account.id) }));
  }

  /** Loads cosmetics and statistics; both stay undefined while their service is unavailable. */
  async #about(ids: UserId[]): Promise<(account: Account) => Player> {
    const [equipped, recordOf] = await Promise.all([
      this.#clients.economy
        .getCosmetics({ userIds: ids }, OPTIONAL_LOOKUP)
        .catch(this.#missed('cosmetics', ids)),
      this.#records(ids),
    ]);
    const cosmeticsOf = new Map(equipped?.cosmetics.map((entry) => [entry.userId, entry]));
    return (account) => ({
      account,
      cosmetics: cosmeticsOf.get(account.id),
      record: recordOf.get(account.id),
    });
  }

  /** Returns what is known of the records: nothing while leaderboard is unavailable. */
  async #records(ids: UserId[]): Promise<Map<UserId, PlayerRecord>> {
    const { leaderboard } = this.#clients;
    const loaded = await leaderboard
      .getRecords({ userIds: ids }, OPTIONAL_LOOKUP)
      .catch(this.#missed('records', ids));
    return new Map(loaded?.records.map((record) => [record.userId, record]));
  }

  #missed(what: string, ids: readonly UserId[]) {
    return (error: unknown): undefined => {
      this.#log.info({ err: error, users: ids.length }, `loading ${what} failed`);
    };
  }
}
