import { setTimeout as sleep } from 'node:timers/promises';
import type { Game, ServerMessage } from '@fifteen/contract';
import { fromMoves, legalMoves, replay } from '@fifteen/domain';
import { Player, ApiError } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';

const THINK_MS = 500;
/** Timeout of a game and of a search, crashes included. */
const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 500;

/** A player of a chaos drill, who knows afterwards what the result should be. */
export class Guest {
  readonly player: Player;
  readonly #search: { type: 'start_matchmaking'; betAmount: number };
  readonly #coins: number;

  private constructor(player: Player, bet: number, coins: number) {
    this.player = player;
    this.#search = { type: 'start_matchmaking', betAmount: bet };
    this.#coins = coins;
  }

  /** Signs in a new guest. `topUp` credits coins. */
  static async enter(url: string, bet: number, topUp: (player: Player) => Promise<void>): Promise<Guest> {
    const player = await retryWhenBusy(() => Player.guest(url));
    await topUp(player);
    const coins = await retryWhenBusy(() => player.coins());
    await player.connect();
    return new Guest(player, bet, coins);
  }

  /** Plays games until the signal, and finishes the running one. */
  async play(signal: AbortSignal): Promise<void> {
    for (let last: string | undefined; !signal.aborted;) {
      const game = await this.#find(last, signal);
      if (!game) return;
      last = game.id;
      await this.player.playOut(game.id, chooseMove, { timeoutMs: TIMEOUT_MS, thinkMs: THINK_MS });
    }
  }

  /** Returns one line for each inconsistency. */
  async faults(): Promise<string[]> {
    const games = [...this.player.games.keys()];
    const records = await Promise.all(games.map((id) => this.#record(id)));
    const faults = records.flatMap((record, index) => this.#faultsOf(games[index] ?? '', record));
    const won = records.reduce((sum, record) => sum + this.#gain(record), 0);
    const balance = await retryWhenBusy(() => this.player.coins());
    if (balance !== this.#coins + won)
      faults.push(`${this.player.user.id} has ${balance} coins, and should have ${this.#coins + won}`);
    return faults;
  }

  get games(): number {
    return this.player.games.size;
  }

  /** Searches for an opponent until a game starts. Undefined when the drill ended before that. */
  async #find(last: string | undefined, signal: AbortSignal): Promise<Game | undefined> {
    let searchedAt = 0;
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
      const { game, received } = this.player;
      if (game?.status === 'active' && game.id !== last) return game;
      const replies = received.slice(searchedAt);
      if (signal.aborted && replies.some(isLeft)) return undefined;
      // Searches once, and again after an error or on a new connection, whose gateway may not know the search.
      if (searchedAt > 0 && !signal.aborted && this.player.connected && !replies.some(isSearchError))
        continue;
      searchedAt = received.length;
      if (!this.player.connected) await this.player.connect().catch(() => undefined);
      if (!this.player.connected) continue;
      // A player who was offline when the match was made has to request the state.
      if (searchedAt > 0)
        this.player.send({ type: 'request_current_game_state', userId: this.player.user.id });
      this.player.send(signal.aborted ? { type: 'cancel_matchmaking' } : this.#search);
    }
    throw new Error(`${this.player.user.id} found no game`);
  }

  async #record(id: string): Promise<Game | undefined> {
    try {
      return await retryWhenBusy(() => this.player.api.games.get({ params: { id } }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Returns the faults of a game: it must have ended, by the rules, with every acknowledged move. */
  #faultsOf(id: string, record: Game | undefined): string[] {
    if (!record) return [`game ${id} was announced and is not there`];
    if (record.status === 'active') return [`game ${id} has not ended`];
    const received = this.player.games.get(id)?.moves ?? [];
    if (!received.every((position, ply) => record.moves[ply] === position))
      return [`game ${id} has lost moves: ${received.join(' ')} is not in ${record.moves.join(' ')}`];
    if (record.status === 'abandoned') return [`game ${id} was abandoned, and no player left`];
    const played = replay(record.moves);
    if (!played.ok) return [`game ${id}: move ${played.ply} is against the rules`];
    if (played.state.outcome?.winner !== record.winner) return [`game ${id} has the wrong winner`];
    return [];
  }

  #gain(record: Game | undefined): number {
    if (!record?.winner) return 0;
    const mark = record.playerXId === this.player.user.id ? 'X' : 'O';
    return record.winner === mark ? record.betAmount : -record.betAmount;
  }
}

const isSearchError = ({ type }: ServerMessage): boolean => type === 'matchmaking_error';
const isLeft = (message: ServerMessage): boolean =>
  message.type === 'matchmaking_response' && message.status === 'left';

/** Any legal move, and the same one for the same state: a repeated request gets the same move. */
export function chooseMove({ id, moves }: Game): number {
  const free = legalMoves(fromMoves(moves));
  return free[(parseInt(id.slice(0, 4), 16) * (moves.length + 1)) % free.length] ?? 0;
}
