import { setTimeout as sleep } from 'node:timers/promises';
import { BenchGame } from './bench-game.ts';
import { type BenchPlayer, DRAWN_GAME, WON_GAME } from './bench-player.ts';
import { emptyTimes, takeTimes, type PlayTimes } from './play-times.ts';

/** Milliseconds for which a player thinks before a move: between the first and the sum of both. */
const THINK_MS = [25, 50] as const;
/** The smallest stake of a quick match. */
const STAKE = 5_000;
/** Milliseconds between two checks for pairs that are due. */
const TICK_MS = 1;

/** The composition of the play. The shares are between 0 and 1. */
export interface PlayMix {
  /** Requested moves a second. Infinite: pairs search again as soon as they are free. */
  readonly rate: number;
  /** Share of pairs that search for coins. */
  readonly coins: number;
  /** Share of games after which both players agree to a rematch. */
  readonly rematches: number;
  /** New guests for each pair. */
  readonly guests: number;
  /** Share of pairs that play in a room, with a spectator, if one is free. */
  readonly watched?: number;
}

/** Opens the socket of a new guest. Returns undefined when the product rejects it. */
type OpenGuest = () => Promise<BenchPlayer | undefined>;

/**
 * Games that begin and end all the time, in an open loop: pairs of players begin to search at random moments of a fixed
 * rate, independently of the responses. The wait for a free player counts.
 */
export class ContinuousPlay {
  readonly #times = emptyTimes();
  readonly #mix: PlayMix;
  readonly #openGuest: OpenGuest;
  /** Players without a game, in the order in which they became free. */
  readonly #free: BenchPlayer[] = [];
  /** Players who own coins, and stay for many games. */
  readonly #regulars: ReadonlySet<BenchPlayer>;
  /** Spectators without a game. */
  readonly #spectators: BenchPlayer[];
  /** The first player of each game whose other player has not received its start. */
  readonly #started = new Map<string, BenchPlayer>();
  readonly #running = new Set<BenchGame>();
  readonly #stopped = new AbortController();
  /** Messages that the players have received. */
  messages = 0;
  /** Games that have ended. */
  games = 0;

  constructor(
    mix: PlayMix,
    regulars: readonly BenchPlayer[],
    openGuest: OpenGuest,
    spectators: readonly BenchPlayer[] = [],
  ) {
    this.#mix = mix;
    this.#openGuest = openGuest;
    this.#spectators = [...spectators];
    this.#free.push(...regulars);
    this.#regulars = new Set(regulars);
  }

  /** Plays until `stop` is called. */
  async run(): Promise<void> {
    const { rate, guests, rematches } = this.#mix;
    const pairsPerMs = (rate * (1 - rematches)) / DRAWN_GAME.length / 1_000;
    const due: number[] = [];
    let next = performance.now();
    while (!this.#stopped.signal.aborted) {
      if (rate === Infinity) while (this.#free.length > 1) this.#startSearches(performance.now());
      else
        for (; next <= performance.now(); next -= Math.log(1 - Math.random()) / pairsPerMs) {
          due.push(next);
          if (Math.random() < guests) void this.#admitGuest();
        }
      while (due.length > 0 && this.#free.length > 1) this.#startSearches(due.shift() ?? next);
      await sleep(TICK_MS);
    }
  }

  /** Starts no further game. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Whether all players are free: the last games have ended. */
  get isIdle(): boolean {
    return this.#free.length === this.#regulars.size;
  }

  /** Removes and returns the durations since the last call. */
  takeTimes(): PlayTimes {
    return takeTimes(this.#times);
  }

  /** Returns for how many milliseconds each move has waited that not both players have received. */
  moveWaits(): number[] {
    return [...this.#running].flatMap(({ waitMs }) => waitMs ?? []);
  }

  #startSearches(due: number): void {
    const pair = this.#free.splice(0, 2) as [BenchPlayer, BenchPlayer];
    const spectator = Math.random() < (this.#mix.watched ?? 0) ? this.#spectators.shift() : undefined;
    if (spectator) return void this.#playWatched(pair, spectator);
    const isForCoins = pair.every((player) => this.#regulars.has(player)) && Math.random() < this.#mix.coins;
    for (const player of pair) void this.#search(player, isForCoins ? STAKE : 0, due);
  }

  async #search(player: BenchPlayer, bet: number, due: number): Promise<void> {
    player.onMessage = ({ type }, at) => {
      this.messages += 1;
      if (type === 'match_found') this.#times.match.push(at - due);
    };
    await player.findOpponent(bet);
    this.#times[bet > 0 ? 'stakedStart' : 'start'].push(performance.now() - due);
    const other = this.#started.get(player.gameId);
    if (!other) return void this.#started.set(player.gameId, player);
    this.#started.delete(player.gameId);
    await this.#play([player, other], bet > 0);
    if (Math.random() < this.#mix.rematches) await this.#playRematch([player, other]);
    for (const each of [player, other]) this.#release(each);
  }

  /** Plays a game in a room that one player opens for the other and for a spectator. */
  async #playWatched(
    pair: readonly [owner: BenchPlayer, other: BenchPlayer],
    spectator: BenchPlayer,
  ): Promise<void> {
    const [owner, other] = pair;
    const { id, code } = await owner.openRoom();
    await other.joinRoom(code);
    await spectator.joinRoom(code, 'spectator');
    const started = Promise.all([...pair, spectator].map((player) => player.nextGameStarted()));
    await owner.startGame(id);
    await started;
    await this.#play(pair, false, spectator);
    await Promise.all([...pair, spectator].map((player) => player.leaveRoom(id)));
    this.#spectators.push(spectator);
    for (const each of pair) this.#release(each);
  }

  /** Plays a game from its start to its result. */
  async #play(
    pair: readonly [BenchPlayer, BenchPlayer],
    isForCoins: boolean,
    spectator?: BenchPlayer,
  ): Promise<void> {
    const game = new BenchGame(...pair, this.#times, isForCoins ? WON_GAME : DRAWN_GAME);
    if (spectator) game.watch(spectator, this.#times.spectator);
    const [first, extra] = THINK_MS;
    let lastMoveAt = 0;
    const think = (): void => {
      const ms = first + Math.floor(Math.random() * extra);
      const due = performance.now() + ms;
      setTimeout(() => {
        game.move(due);
        if (game.areAllSent) lastMoveAt = due;
        if (game.areAllSent && isForCoins) this.#awaitPayout(pair, due);
      }, ms);
    };
    game.onReceivedByBoth = () => game.canMove && think();
    think();
    this.#running.add(game);
    await game.finished;
    this.#running.delete(game);
    this.#times.end.push(performance.now() - lastMoveAt);
    this.games += 1;
  }

  /** Measures the balance of the winner, who plays X. */
  #awaitPayout(pair: readonly BenchPlayer[], due: number): void {
    const winner = pair.find(({ isX }) => isX);
    let isPaid = false;
    if (winner)
      winner.onMessage = ({ type }, at) => {
        this.messages += 1;
        if (type !== 'balance_changed' || isPaid) return;
        isPaid = true;
        this.#times.payout.push(at - due);
      };
  }

  async #playRematch([requester, requested]: readonly [BenchPlayer, BenchPlayer]): Promise<void> {
    let countdownEndedAt = 0;
    requested.onMessage = (message, at) => {
      this.messages += 1;
      if (message.type === 'play_again_request') requested.acceptRematch(message.request.requestId);
      if (message.type === 'play_again_countdown') countdownEndedAt = at;
    };
    const started = Promise.all([requester.nextGameStarted(), requested.nextGameStarted()]);
    await requester.requestRematch(requested);
    await started;
    this.#times.rematch.push(performance.now() - countdownEndedAt);
    await this.#play([requester, requested], false);
  }

  /** Guests leave after their first game. */
  #release(player: BenchPlayer): void {
    if (this.#regulars.has(player)) this.#free.push(player);
    else player.close();
  }

  async #admitGuest(): Promise<void> {
    const due = performance.now();
    const guest = await this.#openGuest();
    if (!guest) return;
    this.#times.guest.push(performance.now() - due);
    this.#free.push(guest);
  }
}
