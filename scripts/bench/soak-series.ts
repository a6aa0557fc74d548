import { isGrowing, trendOf, type Series, type Trend } from './trend.ts';

/** What may grow in the judged time, by the unit of a series. Resident memory has the garbage of a busy process, too. */
const ALLOWED: Readonly<Record<string, number>> = {
  ...{ MiB: 30, connections: 5, events: 50, kB: 512 },
  ...{ games: 0, 'dead letters': 0 },
};
/** Unit of the live heaps, and the share of its mean by which one may grow in an hour (P8 of docs/spec/guarantees.md). */
export const LIVE = 'live MiB';
const LIVE_GROWTH = 0.01;

/** What the samples of a series say. */
interface Judgement extends Trend {
  /** `unclear`: the slope is less certain than what may grow. */
  readonly verdict: 'grows' | 'flat' | 'unclear';
  /** Samples without a value. */
  readonly missing: number;
}

/** The samples of one value during a soak. */
export class SoakSeries implements Series {
  readonly at: number[] = [];
  readonly values: number[] = [];
  readonly unit: string;
  #missing = 0;

  constructor(unit: string) {
    this.unit = unit;
  }

  /**
   * Adds a sample of a time in seconds. A gauge is NaN while its service cannot read it: such a sample is only counted.
   * A live heap has a new value only after a full collection of garbage.
   */
  add(at: number, value: number): void {
    if (Number.isNaN(value)) {
      this.#missing += 1;
      return;
    }
    if (this.unit === LIVE && this.values.at(-1) === value) return;
    this.at.push(at);
    this.values.push(value);
  }

  /** Returns whether the value grows by more than is allowed. */
  judge(): Judgement {
    const trend = trendOf(this);
    const hours = ((this.at.at(-1) ?? 0) - (this.at[0] ?? 0)) / 3_600;
    const allowed = this.unit === LIVE ? LIVE_GROWTH * trend.mean * hours : (ALLOWED[this.unit] ?? 0);
    const certain = trend.error * hours <= allowed;
    const verdict = isGrowing(trend, hours, allowed) ? 'grows' : certain ? 'flat' : 'unclear';
    return { ...trend, verdict, missing: this.#missing };
  }
}
