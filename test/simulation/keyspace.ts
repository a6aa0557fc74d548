type Value = string | Map<string, string> | Set<string> | SortedSet;
/** Members by their scores. */
class SortedSet extends Map<string, number> {
  /** Members in the order of their scores, then of their names. */
  sorted(): [string, number][] {
    return [...this].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  }
}

type Argument = string | number;
/** A missing value is false in Lua. */
type Reply = string | number | false | readonly (string | false)[] | { ok: string };

/** The keys of Redis, with the commands that the product's scripts use. Others fail. */
export class Keyspace {
  readonly #values = new Map<string, { value: Value; expiresAt: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  call(name: string, ...args: Argument[]): Reply {
    const command = this.#commands[name];
    if (!command) throw new Error(`the simulation has no command ${name}`);
    return command(...args.map(String));
  }

  entries(): ReadonlyMap<string, unknown> {
    const keys = [...this.#values.keys()].filter((key) => this.#has(key));
    return new Map(keys.map((key) => [key, this.#values.get(key)?.value]));
  }

  clear(): void {
    this.#values.clear();
  }

  readonly #commands: Readonly<Record<string, (...args: string[]) => Reply>> = {
    TIME: () => {
      const now = this.#now();
      return [String(Math.floor(now / 1_000)), String(Math.floor((now % 1_000) * 1_000))];
    },
    GET: (key = '') => (this.#has(key) ? this.#get(key, () => '') : false),
    SET: (key = '', value = '', option, seconds) => {
      if (option !== 'EX') throw new Error('the simulation has SET … EX only');
      this.#values.set(key, { value, expiresAt: this.#now() + Number(seconds) * 1_000 });
      return { ok: 'OK' };
    },
    DEL: (...keys) => count(keys, (key) => this.#has(key) && this.#values.delete(key)),
    EXISTS: (...keys) => count(keys, (key) => this.#has(key)),
    PEXPIRE: (key = '', ms = '') => {
      const entry = this.#has(key) && this.#values.get(key);
      if (entry) entry.expiresAt = this.#now() + Number(ms);
      return entry ? 1 : 0;
    },
    PTTL: (key = '') => {
      if (!this.#has(key)) return -2;
      const { expiresAt } = this.#values.get(key) as { expiresAt: number };
      return expiresAt === Infinity ? -1 : Math.ceil(expiresAt - this.#now());
    },
    HSET: (key = '', ...pairs) => {
      const hash = this.#hash(key);
      const before = hash.size;
      for (let index = 0; index < pairs.length; index += 2)
        hash.set(pairs[index] as string, pairs[index + 1] as string);
      return hash.size - before;
    },
    HMGET: (key = '', ...fields) => {
      const hash = this.#has(key) ? this.#hash(key) : undefined;
      return fields.map((field) => hash?.get(field) ?? false);
    },
    HDEL: (key = '', ...fields) => this.#remove(key, this.#hash(key), fields),
    SADD: (key = '', ...members) => {
      const set = this.#set(key);
      return count(members, (member) => !set.has(member) && Boolean(set.add(member)));
    },
    SISMEMBER: (key = '', member = '') => Number(this.#has(key) && this.#set(key).has(member)),
    ZADD: (key = '', score = '', member = '') => {
      const sorted = this.#sorted(key);
      const isNew = !sorted.has(member);
      sorted.set(member, Number(score));
      return Number(isNew);
    },
    ZREM: (key = '', ...members) => this.#remove(key, this.#sorted(key), members),
    ZCARD: (key = '') => (this.#has(key) ? this.#sorted(key).size : 0),
    ZRANGE: (key = '', first, last, withScores) => {
      const members = this.#has(key) ? this.#sorted(key).sorted() : [];
      const end = Number(last) < 0 ? members.length + Number(last) : Number(last);
      return listed(members.slice(Number(first), end + 1), withScores === 'WITHSCORES');
    },
    ZRANGEBYSCORE: (key = '', low, high, ...options) => {
      const members = this.#has(key) ? this.#sorted(key).sorted() : [];
      const within = members.filter(([, score]) => score >= Number(low) && score <= Number(high));
      const limit = options.indexOf('LIMIT');
      const skipped = limit < 0 ? 0 : Number(options[limit + 1]);
      const most = limit < 0 ? within.length : Number(options[limit + 2]);
      return listed(within.slice(skipped, skipped + most), options.includes('WITHSCORES'));
    },
  };

  #has(key: string): boolean {
    const entry = this.#values.get(key);
    if (entry && entry.expiresAt <= this.#now()) this.#values.delete(key);
    return this.#values.has(key);
  }

  #get<V extends Value>(key: string, empty: () => V): V {
    if (!this.#has(key)) this.#values.set(key, { value: empty(), expiresAt: Infinity });
    return this.#values.get(key)?.value as V;
  }

  #hash = (key: string): Map<string, string> => this.#get(key, () => new Map<string, string>());
  #set = (key: string): Set<string> => this.#get(key, () => new Set<string>());
  #sorted = (key: string): SortedSet => this.#get(key, () => new SortedSet());

  /** Removes members; a key without members does not exist. */
  #remove(key: string, from: Map<string, unknown>, members: readonly string[]): number {
    const removed = count(members, (member) => from.delete(member));
    if (from.size === 0) this.#values.delete(key);
    return removed;
  }
}

const count = (items: readonly string[], holds: (item: string) => boolean): number =>
  items.filter(holds).length;

const listed = (members: readonly [string, number][], withScores: boolean): string[] =>
  members.flatMap(([member, score]) => (withScores ? [member, String(score)] : [member]));
