import { DRAWN_GAME, type BenchPlayer } from './bench-player.ts';

/** Durations in milliseconds. */
export interface Times {
  /** From sending a move until its sender receives it. */
  readonly own: number[];
  /** From sending a move until the opponent receives it. */
  readonly opponent: number[];
}

/** Milliseconds until a move is repeated that a busy product has rejected. */
const REPEAT_MS = 500;

/** A game of two players, whose moves are known before. */
export class BenchGame {
  readonly #x: BenchPlayer;
  readonly #o: BenchPlayer;
  readonly #times: Times;
  readonly #moves: readonly number[];
  readonly finished: Promise<unknown>;
  /** Moves that were sent, and moves that both players have received. */
  #sent = 0;
  #received = 0;
  /** When each move should have been sent. */
  readonly #due: number[] = [];
  /** Called when both players have received a move, so that the next one may be sent. */
  onReceivedByBoth: () => void = () => undefined;

  constructor(a: BenchPlayer, b: BenchPlayer, times: Times, moves: readonly number[] = DRAWN_GAME) {
    [this.#x, this.#o] = a.isX ? [a, b] : [b, a];
    this.#times = times;
    this.#moves = moves;
    const players = [this.#x, this.#o];
    for (const player of players) {
      player.onMove = (plies, at) => this.#onMove(player, plies, at);
      player.onBusy = () => setTimeout(() => this.#repeatMove(), REPEAT_MS);
    }
    this.finished = Promise.all(
      players.map((player) => new Promise<void>((resolve) => (player.onOver = resolve))),
    );
  }

  /** Returns whether both players have received all sent moves and there is another one. */
  get canMove(): boolean {
    return this.#received === this.#sent && !this.areAllSent;
  }

  get areAllSent(): boolean {
    return this.#sent === this.#moves.length;
  }

  /** Returns for how many milliseconds the last move has waited to be received by both; undefined when none waits. */
  get waitMs(): number | undefined {
    const due = this.#due[this.#received];
    return due === undefined ? undefined : performance.now() - due;
  }

  /** Sends the next move. Its durations count from `due`, when it should have been sent. */
  move(due: number): void {
    this.#due.push(due);
    this.#sent += 1;
    this.#confirmations = 0;
    this.#sendMove();
  }

  /** Measures how long moves take to a spectator. */
  watch(spectator: BenchPlayer, times: number[]): void {
    spectator.onMove = (plies, at) => times.push(at - (this.#due[plies - 1] ?? at));
  }

  #sendMove(): void {
    const mover = this.#sent % 2 === 1 ? this.#x : this.#o;
    mover.move(this.#moves[this.#sent - 1] ?? 0);
  }

  #repeatMove(): void {
    if (this.#received < this.#sent) this.#sendMove();
  }

  #confirmations = 0;

  #onMove(player: BenchPlayer, plies: number, at: number): void {
    if (plies !== this.#sent) return;
    const moverIsX = this.#sent % 2 === 1;
    const times = player.isX === moverIsX ? this.#times.own : this.#times.opponent;
    times.push(at - (this.#due[plies - 1] ?? at));
    this.#confirmations += 1;
    if (this.#confirmations < 2) return;
    this.#received = this.#sent;
    this.onReceivedByBoth();
  }
}
