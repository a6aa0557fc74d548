import { isGrowing, trendOf, type Series, type Trend } from './trend.ts';

/** What may grow in the judged time, by the unit of a series. Resident memory has the garbage of a busy process, too. */
const ALLOWED: Readonly<Record<string, number>> = {
  ...{ MiB: 30, connections: 5, events: 50, kB: 512, rows: 500 },
  ...{ games: 0, 'dead letters': 0 },
};
/** A slope is certain when its standard error is a third of one game or letter, even where none may be added. */
const CERTAIN = 1 / 3;
/** Share of the samples that may lack a value. */
const MISSING = 0.1;
/** Unit of the live heaps, whose growth P8 of docs/spec/guarantees.md bounds. */
export const LIVE = 'live MiB';
/** What a live heap may grow by in an hour: a share of its mean, or as many MiB where that is more. */
const LIVE_SHARE = 0.01;
const LIVE_MIB = 0.5;

/** What the samples of a series say. */
export interface Judgement extends Trend {
  /** `unclear`: the slope is less certain than what may grow. `unseen`: too many samples have no value. */
  readonly verdict: 'grows' | 'flat' | 'unclear' | 'unseen';
  /** Samples without a value. */
  readonly missing: number;
}

/** The samples of one value during a soak. */
export class SoakSeries implements Series {
  readonly at: number[] = [];
  readonly values: number[] = [];
  readonly unit: string;
  #samples = 0;
  #missing = 0;

  constructor(unit: string) {
    this.unit = unit;
  }

  /**
   * Adds a sample of a time in seconds. A gauge is NaN while its service cannot read it, and memory is 0 without a
   * process: such a sample is only counted. A live heap has a new value only after a full collection of garbage.
   */
  add(at: number, value: number): void {
    this.#samples += 1;
    const isMemory = this.unit === LIVE || this.unit === 'MiB';
    if (Number.isNaN(value) || (isMemory && value === 0)) {
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
    const live = Math.max(LIVE_SHARE * trend.mean, LIVE_MIB) * hours;
    const allowed = this.unit === LIVE ? live : (ALLOWED[this.unit] ?? 0);
    return { ...trend, verdict: this.#verdictOn(trend, hours, allowed), missing: this.#missing };
  }

  #verdictOn(trend: Trend, hours: number, allowed: number): Judgement['verdict'] {
    if (isGrowing(trend, hours, allowed)) return 'grows';
    if (this.#missing > MISSING * this.#samples) return 'unseen';
    return trend.error * hours <= Math.max(allowed, CERTAIN) ? 'flat' : 'unclear';
  }
}
