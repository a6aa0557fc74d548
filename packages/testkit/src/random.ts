/** A repeatable source of random cases (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to `below` - 1. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(list.length)];
    if (item === undefined && list.length === 0) throw new Error('an empty list');
    return item as T;
  }

  /** Returns the items in a random order. */
  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }

  isTrue(probability = 0.5): boolean {
    return this.next() < probability;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(256)));
  }
}

/** Returns bytes that were cut, or in which some were changed, repeated or inserted. */
export function spoiled(bytes: Buffer, random: Random): Buffer {
  const at = random.int(bytes.length + 1);
  const noise = random.bytes(1 + random.int(8));
  switch (random.int(4)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + noise.length)]);
    case 2:
      return Buffer.concat([bytes, bytes]);
    default:
      return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
  }
}
