import { LINE, type Seat } from './seat.ts';

/** Durations in milliseconds. */
export interface Times {
  /** From sending a move until its sender receives it. */
  readonly own: number[];
  /** From sending a move until the opponent receives it. */
  readonly opponent: number[];
}

/** A game of two players who play the fixed line. */
export class Table {
  readonly #x: Seat;
  readonly #o: Seat;
  readonly #times: Times;
  readonly over: Promise<unknown>;
  /** Moves that were sent, and moves that both players have received. */
  #sent = 0;
  #seen = 0;
  #sentAt = 0;
  /** Called when both players have received a move and the next one may be sent. */
  onReady: () => void = () => undefined;

  constructor(a: Seat, b: Seat, times: Times) {
    [this.#x, this.#o] = a.isX ? [a, b] : [b, a];
    this.#times = times;
    const both = [this.#x, this.#o];
    for (const seat of both) seat.onMove = (plies, at) => this.#onMove(seat, plies, at);
    this.over = Promise.all(both.map((seat) => new Promise<void>((resolve) => (seat.onOver = resolve))));
  }

  /** Returns whether both players have received all sent moves and there is another one. */
  get ready(): boolean {
    return this.#seen === this.#sent && !this.done;
  }

  get done(): boolean {
    return this.#sent === LINE.length;
  }

  /** Sends the next move. Its durations count from `due`, when it should have been sent. */
  move(due: number): void {
    const position = LINE[this.#sent] ?? 0;
    const mover = this.#sent % 2 === 0 ? this.#x : this.#o;
    this.#sentAt = due;
    this.#sent += 1;
    this.#confirmations = 0;
    mover.move(position);
  }

  #confirmations = 0;

  #onMove(seat: Seat, plies: number, at: number): void {
    if (plies !== this.#sent) return;
    const moverIsX = this.#sent % 2 === 1;
    const times = seat.isX === moverIsX ? this.#times.own : this.#times.opponent;
    times.push(at - this.#sentAt);
    this.#confirmations += 1;
    if (this.#confirmations < 2) return;
    this.#seen = this.#sent;
    this.onReady();
  }
}
