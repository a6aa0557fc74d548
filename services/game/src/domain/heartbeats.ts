/** What gateways reported between two ticks: connected players, only gateways without players, or nothing. */
type Report = 'players' | 'empty' | 'none';

/** Collects the heartbeats of gateways until the next tick of the clock, and decides whether players can play. */
export class Heartbeats {
  /** For so many milliseconds, gateways without any player count as an outage. */
  readonly #emptyMs: number;
  #report: Report = 'none';
  /** The last report was of no outage: a move shows that players can play. Without a gateway, it shows nothing. */
  #isPlayable = false;
  /** A tick that failed is still to be written. */
  #kept = false;
  /** No gateway had a player for `emptyMs`: the players left, which is no outage. */
  #deserted = false;

  constructor(emptyMs: number) {
    this.#emptyMs = emptyMs;
  }

  /**
   * @param users connected to the gateway that reports
   * @param isOutage whether players who lose their connection cannot reconnect there
   */
  add(users: number, isOutage = false): void {
    this.#isPlayable = !isOutage;
    if (users > 0) this.#report = 'players';
    else if (this.#report === 'none') this.#report = 'empty';
  }

  /**
   * Counts a committed move as a report of players: a player who moves over HTTP alone has no socket. During an outage,
   * open connections still move, and their opponents may be unable to.
   */
  addMove(): void {
    if (this.#isPlayable) this.#report = 'players';
  }

  /** Returns whether the heartbeats since the last call show that players can play. */
  take(): boolean {
    const report = this.#report;
    this.#report = 'none';
    if (report === 'players') this.#deserted = false;
    const reported = this.#kept || report === 'players' || (report === 'empty' && this.#deserted);
    this.#kept = false;
    return reported;
  }

  /** Keeps a report whose tick could not be written, for the next call of `take`. */
  keep(reported: boolean): void {
    this.#kept ||= reported;
  }

  /** @param ms since a gateway last reported connected players */
  emptyFor(ms: number): void {
    if (ms > this.#emptyMs) this.#deserted = true;
  }
}
