import type { Looks } from '@fifteen/proto/economy';
import type { Account } from '@fifteen/proto/identity';
import type { Record } from '@fifteen/proto/leaderboard';
import type { Log } from '@fifteen/runtime';
import type { Neighbours } from './neighbours.ts';

/** A person as far as the services know them; each knows a part. */
export interface Person {
  account: Account;
  /** What they wear; undefined when that is not known now. */
  looks: Looks | undefined;
  /** What their games come to; undefined when that is not known now. */
  record: Record | undefined;
}

const LIMIT = { limitMs: 1_500 };
/** Nobody waits for long to sign in because it is not known what others wear and won. */
const BESIDE = { limitMs: 700 };

type Knowing = Pick<Neighbours, 'identity' | 'economy' | 'leaderboard'>;

/** Puts people together from the services that know a part of them. */
export class Persons {
  readonly #neighbours: Knowing;
  readonly #log: Log;

  constructor(neighbours: Knowing, log: Log) {
    this.#neighbours = neighbours;
    this.#log = log;
  }

  /** Those of up to 200 that there are, in no order. Errors: SERVICE_UNAVAILABLE, when it is not known who they are. */
  async find(ids: string[]): Promise<Person[]> {
    const [{ accounts }, about] = await Promise.all([
      this.#neighbours.identity.getAccounts({ ids }, LIMIT),
      this.#about(ids),
    ]);
    return accounts.map((account) => about(account));
  }

  /** The whole person of an account. */
  async of(account: Account): Promise<Person> {
    return (await this.#about([account.id]))(account);
  }

  /** The same of up to 200 accounts. */
  async ofAll(accounts: readonly Account[]): Promise<Person[]> {
    return accounts.map(await this.#about(accounts.map(({ id }) => id)));
  }

  /** What the others know. Without them a person is still a person. */
  async #about(ids: string[]): Promise<(account: Account) => Person> {
    const missed = (what: string) => (error: unknown) => {
      this.#log.info({ err: error, people: ids.length }, `loading ${what} failed`);
      return undefined;
    };
    const { economy, leaderboard } = this.#neighbours;
    const [worn, won] = await Promise.all([
      economy.getLooks({ userIds: ids }, BESIDE).catch(missed('cosmetics')),
      leaderboard.records({ userIds: ids }, BESIDE).catch(missed('records')),
    ]);
    const looksOf = new Map(worn?.looks.map((its) => [its.userId, its]));
    const recordOf = new Map(won?.records.map((its) => [its.userId, its]));
    return (account) => ({ account, looks: looksOf.get(account.id), record: recordOf.get(account.id) });
  }
}
