/** What gateways reported between two ticks: connected players, only gateways without players, or nothing. */
export type Report = 'players' | 'empty' | 'none';

/** Collects the heartbeats of gateways until the clock's next tick writes them down. */
export class Heartbeats {
  #report: Report = 'none';
  #hasGateways = false;

  /** @param users connected to the gateway that reports */
  add(users: number): void {
    this.#hasGateways = true;
    if (users > 0) this.#report = 'players';
    else if (this.#report === 'none') this.#report = 'empty';
  }

  /** A player who moves over HTTP alone holds no socket, but does reach the product. */
  moved(): void {
    if (this.#hasGateways) this.#report = 'players';
  }

  /** Returns the best report since the last call. */
  take(): Report {
    const report = this.#report;
    this.#report = 'none';
    return report;
  }
}
