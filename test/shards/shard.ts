/** The first five are what becomes of a stake; its state is decided at one shard, the home of the game. */
type StakeState = 'holding' | 'held' | 'void' | 'settled' | 'refunded';
/** What became of one player's part. `void`: its stake was cancelled before the part was reserved. */
export type LegState = 'reserved' | 'short' | 'void' | 'released' | 'spent';

export interface Terms {
  readonly players: readonly [string, string];
  readonly bet: number;
}

export interface Stake {
  /** Unknown for a stake that was cancelled before it was requested. */
  readonly terms: Terms | undefined;
  state: StakeState;
  winner: string | undefined;
  /** All legs have followed the decision. */
  isDone: boolean;
  /** Milliseconds. */
  readonly since: number;
}

export interface Leg {
  readonly coins: number;
  state: LegState;
}

/** A rule that a test breaks, to show that the simulation notices it. */
export type Rule =
  | 'a reservation is made once'
  | 'a cancelled leg stays cancelled'
  | 'both legs or neither'
  | 'a decision is final';

/**
 * One database of a ledger that is split by id. It has the wallets of its users, the legs of their stakes, and the stakes
 * of the games whose home it is. Each method is one transaction, and each may be repeated.
 */
export class Shard {
  readonly wallets = new Map<string, number>();
  /** By game and user. */
  readonly legs = new Map<string, Leg>();
  /** Coins that left for another shard, and those that came from one, by the key of the transfer. */
  readonly sent = new Map<string, number>();
  readonly received = new Map<string, number>();
  readonly stakes = new Map<string, Stake>();
  readonly #broken: Rule | undefined;

  constructor(broken?: Rule) {
    this.#broken = broken;
  }

  beginStake(game: string, terms: Terms, now: number): Stake {
    let stake = this.stakes.get(game);
    if (!stake) {
      stake = { terms, state: 'holding', winner: undefined, isDone: false, since: now };
      this.stakes.set(game, stake);
    }
    return { ...stake };
  }

  /** Decides a stake by the states of its legs. A leg that was reserved stays so until the decision. */
  decide(game: string, legs: readonly LegState[]): Stake {
    const stake = this.#stakeOf(game);
    if (stake.state === 'holding') {
      const enough = this.#broken === 'both legs or neither' ? 1 : legs.length;
      stake.state = legs.filter((leg) => leg === 'reserved').length >= enough ? 'held' : 'void';
    }
    return { ...stake };
  }

  /** Cancels a stake that is not held. Without a stake, writes a void one, so that a late request takes nothing. */
  voidStake(game: string, now: number): Stake {
    const stake = this.stakes.get(game);
    if (!stake) {
      const tombstone: Stake = {
        terms: undefined,
        state: 'void',
        winner: undefined,
        isDone: true,
        since: now,
      };
      this.stakes.set(game, tombstone);
      return tombstone;
    }
    if (stake.state === 'holding' || (this.#broken === 'a decision is final' && stake.state === 'held'))
      stake.state = 'void';
    return { ...stake };
  }

  /** Decides who gets a held stake; both get theirs back without a winner. */
  finishStake(game: string, winner: string | undefined): Stake {
    const stake = this.#stakeOf(game);
    if (stake.state === 'held') {
      stake.state = winner ? 'settled' : 'refunded';
      stake.winner = winner;
    }
    return { ...stake };
  }

  markDone(game: string): true {
    this.#stakeOf(game).isDone = true;
    return true;
  }

  /** Moves a player's coins from the wallet to the leg, or notes that they are too few. The first result is final. */
  reserve(game: string, user: string, coins: number): LegState {
    const key = `${game}/${user}`;
    const leg = this.legs.get(key);
    const isRepeatable = this.#broken === 'a reservation is made once' && leg?.state === 'reserved';
    if (leg && !isRepeatable) return leg.state;
    const balance = this.wallets.get(user) ?? 0;
    const state = balance >= coins ? 'reserved' : 'short';
    this.legs.set(key, { coins, state });
    if (state === 'reserved') this.wallets.set(user, balance - coins);
    return state;
  }

  /** Moves the coins of a leg back to the wallet. Without a leg, writes a void one, so that a late reservation takes nothing. */
  release(game: string, user: string): LegState {
    const key = `${game}/${user}`;
    const leg = this.legs.get(key);
    if (!leg) {
      if (this.#broken !== 'a cancelled leg stays cancelled') this.legs.set(key, { coins: 0, state: 'void' });
      return 'void';
    }
    if (leg.state === 'reserved') {
      leg.state = 'released';
      this.wallets.set(user, (this.wallets.get(user) ?? 0) + leg.coins);
    }
    return leg.state;
  }

  /** Moves the coins of a leg to the clearing account of another shard. */
  spend(game: string, user: string): LegState {
    const leg = this.legs.get(`${game}/${user}`);
    if (leg?.state !== 'reserved') return leg?.state ?? 'void';
    leg.state = 'spent';
    this.sent.set(game, leg.coins);
    return leg.state;
  }

  /** Moves coins that another shard has sent from its clearing account to the wallet, once. */
  receive(game: string, user: string, coins: number): true {
    if (this.received.has(game)) return true;
    this.received.set(game, coins);
    this.wallets.set(user, (this.wallets.get(user) ?? 0) + coins);
    return true;
  }

  #stakeOf(game: string): Stake {
    const stake = this.stakes.get(game);
    if (!stake) throw new Error(`no stake was requested for ${game}`);
    return stake;
  }
}
