import type { User } from '@fifteen/contract';
import { DEFAULT_COINS, type UserId } from '@fifteen/domain';
import type { Account } from '@fifteen/proto/identity';
import type { Clients } from '../clients/clients.ts';
import { toOwnUser } from '../translation/player.ts';
import { loadOwnCoins } from '../players/own-coins.ts';
import type { PlayerLoader } from '../players/player-loader.ts';
import { unlessUnavailable } from '../players/unless-unavailable.ts';

/** Milliseconds that the profile waits for the game service. */
const STAKE_LIMIT_MS = 500;

interface Deps {
  clients: Pick<Clients, 'economy' | 'game'>;
  playerLoader: PlayerLoader;
}

/**
 * Returns the signed-in user, with the fields that only they may see. While the economy is unavailable, the balance is
 * unknown: a sign-in or a change that succeeded must not fail after it, and the economy decides on every payment anyway.
 */
export async function loadOwnUser(
  { clients, playerLoader }: Deps,
  account: Account | undefined,
): Promise<User> {
  if (!account) throw new Error('a session without an account');
  const [person, coins, stakeLimit] = await Promise.all([
    playerLoader.load(account),
    loadOwnCoins(clients, account.id),
    // The start of a game decides anyway.
    unlessUnavailable(() => requestStakeLimit(clients, account.id)),
  ]);
  return {
    ...toOwnUser(person, coins ?? DEFAULT_COINS),
    ...(coins === undefined && { isBalanceUnknown: true }),
    ...(stakeLimit && { stakeLimit }),
  };
}

/** Milliseconds for which the stake limit of users without games is reused: only a deployment changes it. */
const NEW_USER_LIMIT_MS = 60_000;

/** Loads users who were created a moment ago, without records and cosmetics, because there are none yet. */
export class NewUsers {
  readonly #clients: Pick<Clients, 'game'>;
  #limit: { readonly value: User['stakeLimit']; readonly until: number } | undefined;

  constructor(clients: Pick<Clients, 'game'>) {
    this.#clients = clients;
  }

  async load(account: Account | undefined, coins: number): Promise<User> {
    if (!account) throw new Error('a session without an account');
    const stakeLimit = await this.#stakeLimit(account.id);
    const person = { account, cosmetics: undefined, record: undefined };
    return { ...toOwnUser(person, coins), ...(stakeLimit && { stakeLimit }) };
  }

  async #stakeLimit(userId: UserId): Promise<User['stakeLimit']> {
    const now = performance.now();
    if (this.#limit && now < this.#limit.until) return this.#limit.value;
    return unlessUnavailable(async () => {
      const value = await requestStakeLimit(this.#clients, userId);
      this.#limit = { value, until: now + NEW_USER_LIMIT_MS };
      return value;
    });
  }
}

async function requestStakeLimit(
  { game }: Pick<Clients, 'game'>,
  userId: UserId,
): Promise<User['stakeLimit']> {
  const { coins, games, opponents } = await game.calls.getStakeLimit({ userId }, { limitMs: STAKE_LIMIT_MS });
  return coins === undefined ? undefined : { coins, games, opponents };
}
