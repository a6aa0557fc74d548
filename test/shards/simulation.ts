import { Faults, mix, Random } from '../simulation/random.ts';
import { cancel, complete, finish, hold, type Saga } from './sagas.ts';
import { Shard, type Rule, type Stake, type Terms } from './shard.ts';

const SHARDS = 3;
const USERS = 6;
const GAMES = 8;
/** Coins of each user: for two or three stakes, so that some are short of them. */
const COINS = 25;
const BET = 10;
/** Milliseconds in which games begin and faults happen, and in which everything recovers afterwards. */
const PLAY_MS = 6_000;
const RECOVERY_MS = 20_000;
/** Milliseconds between two passes of a job, and after which it takes over what a process has not ended. */
const JOB_MS = 1_000;
const OVERDUE_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 500;

/** What the game service knows and keeps: it repeats a request until it has a response. */
interface Game {
  readonly id: string;
  readonly terms: Terms;
  readonly winner: string | undefined;
  /** When the players cancel it while its stakes are taken. */
  readonly isCancelled: boolean;
  state: 'funding' | 'open' | 'over';
  /** Both stakes were held, so it was played to its result. */
  wasPlayed: boolean;
}

export interface Result {
  readonly defects: readonly string[];
  /** How often each fault, and each end of a stake, happened. */
  readonly events: ReadonlyMap<string, number>;
}

/** Plays one seed. A broken rule has to lead to a defect in some seeds. */
export function simulate(seed: number, broken?: Rule): Result {
  return new Simulation(seed, broken).run();
}

class Simulation {
  readonly #shards: readonly Shard[];
  readonly #faults: Faults;
  readonly #noise: Random;
  readonly #games: readonly Game[];
  readonly #defects: string[] = [];
  #now = 0;
  #events: { at: number; order: number; run: () => void }[] = [];
  #order = 0;

  constructor(seed: number, broken: Rule | undefined) {
    this.#shards = Array.from({ length: SHARDS }, () => new Shard(broken));
    this.#faults = new Faults(seed, []);
    this.#noise = new Random(mix(seed, 1));
    const users = Array.from({ length: USERS }, (_, index) => `user-${index}`);
    for (const user of users) this.#shardOf(user).wallets.set(user, COINS);
    this.#games = Array.from({ length: GAMES }, (_, index) => {
      const x = this.#noise.pick(users);
      const o = this.#noise.pick(users.filter((user) => user !== x));
      return {
        ...{ id: `game-${index}`, terms: { players: [x, o], bet: BET }, state: 'funding' },
        winner: this.#noise.pick([x, o, undefined]),
        ...{ isCancelled: this.#noise.next() < 0.25, wasPlayed: false },
      };
    });
  }

  run(): Result {
    for (const game of this.#games) {
      this.#after(this.#noise.between(0, PLAY_MS), () => this.#start(game));
      this.#repeat(() => this.#continueGame(game));
    }
    for (const shard of this.#shards) this.#repeat(() => this.#resume(shard));
    this.#after(PLAY_MS, () => this.#faults.end());
    while (this.#now < PLAY_MS + RECOVERY_MS) {
      const next = this.#events.reduce((first, event) =>
        event.at < first.at || (event.at === first.at && event.order < first.order) ? event : first,
      );
      this.#events = this.#events.filter((event) => event !== next);
      this.#now = next.at;
      next.run();
      this.#checkAlways();
    }
    this.#checkEnd();
    return { defects: this.#defects, events: this.#count() };
  }

  #start(game: Game): void {
    this.#run(hold(this.#indexOf, game.id, game.terms), (stake) => this.#onStake(game, stake));
    if (game.isCancelled) this.#after(this.#noise.between(0, 300), () => this.#cancel(game));
  }

  /** The job of the game service, and the moves of the players, who need a second. */
  #continueGame(game: Game): void {
    if (game.state === 'open')
      this.#run(finish(this.#indexOf, game.id, game.winner), () => (game.state = 'over'));
    else if (game.state === 'funding' && this.#now > PLAY_MS)
      if (game.isCancelled) this.#cancel(game);
      else this.#start(game);
  }

  #cancel(game: Game): void {
    this.#run(cancel(this.#indexOf, game.id), (stake) => this.#onStake(game, stake));
  }

  #onStake(game: Game, { state }: Stake): void {
    if (game.state !== 'funding') return;
    game.state = state === 'held' ? 'open' : 'over';
    game.wasPlayed = state === 'held';
  }

  /** The job of a shard: takes over stakes that a process has begun and not ended. */
  #resume(shard: Shard): void {
    for (const [game, stake] of shard.stakes) {
      const { terms, state } = stake;
      if (!terms || stake.isDone || state === 'held' || this.#now - stake.since < OVERDUE_MS) continue;
      const saga =
        state === 'holding' ? hold(this.#indexOf, game, terms) : complete(this.#indexOf, game, { ...stake });
      this.#run(saga, () => undefined);
    }
  }

  /** Runs a process that may crash between any two calls. One without a response gives up: another takes over. */
  #run(saga: Saga, onEnd: (stake: Stake) => void): void {
    const step = (response: unknown): void => {
      if (this.#faults.happens('crash of a process', 0.05)) return;
      const { value, done } = saga.next(response);
      if (done) return onEnd(value);
      const { shard, run } = value;
      let isAnswered = false;
      const execute = (): void => {
        if (this.#faults.happens('rollback', 0.03)) return;
        const result = run(this.#shards[shard] as Shard, this.#now);
        if (isAnswered || this.#faults.happens('lost response', 0.05)) return;
        isAnswered = true;
        this.#after(this.#delay(), () => step(result));
      };
      if (!this.#faults.happens('lost request', 0.05)) this.#after(this.#delay(), execute);
      if (this.#faults.happens('duplicate request', 0.1))
        this.#after(this.#noise.between(0, RESPONSE_TIMEOUT_MS * 4), execute);
    };
    step(undefined);
  }

  /** Milliseconds. A slow message overtakes others, and arrives after its process was given up. */
  #delay(): number {
    return this.#faults.happens('slow message', 0.05)
      ? this.#noise.between(100, 4_000)
      : this.#noise.between(1, 20);
  }

  readonly #indexOf = (id: string): number =>
    [...id].reduce((sum, letter) => mix(sum, letter.codePointAt(0) ?? 0), 7) % SHARDS;

  #shardOf(id: string): Shard {
    return this.#shards[this.#indexOf(id)] as Shard;
  }

  #after(ms: number, run: () => void): void {
    this.#events.push({ at: this.#now + ms, order: (this.#order += 1), run });
  }

  #repeat(run: () => void): void {
    const pass = (): void => {
      run();
      this.#after(JOB_MS, pass);
    };
    this.#after(this.#noise.between(0, JOB_MS), pass);
  }

  /** Coins are conserved at every instant, over wallets, legs, and what is between two shards. */
  #checkAlways(): void {
    if (this.#defects.length > 0) return;
    let coins = 0;
    for (const { wallets, legs, sent, received } of this.#shards) {
      for (const balance of wallets.values()) {
        coins += balance;
        if (balance < 0) this.#defects.push(`${this.#now}: a wallet is negative`);
      }
      for (const leg of legs.values()) if (leg.state === 'reserved') coins += leg.coins;
      for (const amount of sent.values()) coins += amount;
      for (const amount of received.values()) coins -= amount;
    }
    if (coins !== USERS * COINS)
      this.#defects.push(`${this.#now}: ${coins} coins instead of ${USERS * COINS}`);
  }

  /** After recovery nothing is on its way, and each player has what the results of the games say. */
  #checkEnd(): void {
    const due = new Map(Array.from({ length: USERS }, (_, index) => [`user-${index}`, COINS]));
    const add = (user: string, coins: number) => due.set(user, (due.get(user) ?? 0) + coins);
    for (const { id, terms, state, winner, wasPlayed } of this.#games) {
      const stake = this.#shardOf(id).stakes.get(id);
      const expected = wasPlayed ? (winner ? 'settled' : 'refunded') : 'void';
      if (!stake?.isDone || state !== 'over' || stake.state !== expected)
        this.#defects.push(`${id} is ${state}, its stake ${stake?.state} instead of ${expected}`);
      const loser = terms.players.find((user) => user !== stake?.winner);
      if (stake?.state !== 'settled' || !stake.winner || !loser) continue;
      add(stake.winner, terms.bet);
      add(loser, -terms.bet);
    }
    for (const [user, coins] of due)
      if (this.#shardOf(user).wallets.get(user) !== coins)
        this.#defects.push(
          `${user} has ${this.#shardOf(user).wallets.get(user)} coins, the results say ${coins}`,
        );
    const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
    const sent = sum(this.#shards.flatMap((shard) => [...shard.sent.values()]));
    const received = sum(this.#shards.flatMap((shard) => [...shard.received.values()]));
    if (sent !== received) this.#defects.push(`${sent} coins were sent, ${received} received`);
  }

  #count(): Map<string, number> {
    const counts = new Map<string, number>();
    const see = (event: string) => counts.set(event, (counts.get(event) ?? 0) + 1);
    for (const { name } of this.#faults.happened) see(name);
    for (const { stakes, legs, sent } of this.#shards) {
      for (const { state, terms } of stakes.values())
        see(terms ? `stake ${state}` : 'stake void before its hold');
      for (const { state } of legs.values()) see(`leg ${state}`);
      if (sent.size > 0) see('coins between shards');
    }
    return counts;
  }
}
