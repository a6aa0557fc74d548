/** Mixes two numbers to one of 32 bits that looks random (splitmix32). */
export function mix(seed: number, index: number): number {
  let z = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/** A stream of random numbers that follows from its seed. */
export class Random {
  readonly #seed: number;
  #drawn = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns a number in [0, 1). */
  next(): number {
    return mix(this.#seed, (this.#drawn += 1)) / 2 ** 32;
  }

  /** Returns a number in [low, high). */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** Returns an integer in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

/** A fault that happened. Its number identifies it in every run of the same seed up to its instant. */
export interface Fault {
  readonly number: number;
  readonly name: string;
}

/** Decides which faults happen. Each decision has a number, so that shrinking can leave single ones out. */
export class Faults {
  readonly happened: Fault[] = [];
  readonly #seed: number;
  readonly #without: ReadonlySet<number>;
  readonly #rates = new Map<string, number>();
  #decided = 0;
  #isOver = false;

  constructor(seed: number, without: readonly number[]) {
    this.#seed = mix(seed, 77);
    this.#without = new Set(without);
  }

  /**
   * Returns whether the fault happens here. Each seed has rates of its own, from none to three times the usual one:
   * a fault is found best where few others hide it.
   */
  happens(name: string, usual: number): boolean {
    if (this.#isOver) return false;
    const number = (this.#decided += 1);
    if (mix(this.#seed, number) / 2 ** 32 >= usual * this.#rate(name)) return false;
    if (this.#without.has(number)) return false;
    this.happened.push({ number, name });
    return true;
  }

  /** No more faults: from now on everything has to recover. */
  end(): void {
    this.#isOver = true;
  }

  #rate(name: string): number {
    let rate = this.#rates.get(name);
    if (rate === undefined) {
      const hash = [...name].reduce((sum, letter) => mix(sum, letter.codePointAt(0) ?? 0), this.#seed);
      rate = [0, 0.3, 1, 1, 3][hash % 5] as number;
      this.#rates.set(name, rate);
    }
    return rate;
  }
}
