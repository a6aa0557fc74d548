import { createHash } from 'node:crypto';
import { LuaFactory } from 'wasmoon';
import { clock } from './clock.ts';
import { Keyspace } from './keyspace.ts';

/** Runs a script with Redis' globals. Redis has Lua 5.1, in which `unpack` is global; nil ends no list, it is false. */
const RUN = `
unpack = table.unpack
redis = { call = function(...) return call(...) end }
local chunks = {}
function compile(script)
  chunks[#chunks + 1] = assert(load(script))
  return #chunks
end
function run(chunk, prefix, ...)
  KEYS, ARGV = { prefix }, { ... }
  return chunks[chunk]()
end`;

interface Lua {
  /** Returns the number of a compiled script: to pass its kilobytes takes longer than most scripts run. */
  readonly compile: (script: string) => number;
  readonly run: (chunk: number, prefix: string, ...args: string[]) => unknown;
}

/** One Redis for all services: the product's own scripts, in Lua, above keys in memory and virtual time. */
export class Redis {
  readonly #keys = new Keyspace(() => clock.now);
  readonly #lua: Lua;
  /** Numbers of the compiled scripts, by their text. */
  readonly #chunks = new Map<string, number>();
  readonly #hashed = new Set<string>();
  readonly #scripts = new Map<string, string>();
  /** When all data was lost, in milliseconds since the epoch. */
  readonly losses: number[] = [];
  /** False while Redis is unavailable. */
  isUp = true;

  private constructor(create: (call: Keyspace['call']) => Lua) {
    this.#lua = create((...command) => this.#keys.call(...command));
  }

  static async start(): Promise<Redis> {
    const lua = await new LuaFactory().createEngine({ enableProxy: false });
    return new Redis((call) => {
      lua.global.set('call', call);
      lua.doStringSync(RUN);
      return { compile: lua.global.get('compile'), run: lua.global.get('run') } as Lua;
    });
  }

  /** Runs a script with one key. */
  eval(script: string, prefix: string, args: readonly (string | number)[]): unknown {
    if (!this.#hashed.has(script)) {
      this.#hashed.add(script);
      this.#scripts.set(createHash('sha1').update(script).digest('hex'), script);
    }
    const chunk = this.#chunks.get(script) ?? this.#lua.compile(script);
    this.#chunks.set(script, chunk);
    return toReply(this.#lua.run(chunk, prefix, ...args.map(String)));
  }

  /** Returns the script with this hash, if it has run before. */
  scriptOf(hash: string): string | undefined {
    return this.#scripts.get(hash);
  }

  /** Returns all keys with their values. */
  entries(): ReadonlyMap<string, unknown> {
    return this.#keys.entries();
  }

  /** Begins a new run. */
  reset(): void {
    this.#keys.clear();
    this.losses.length = 0;
    // As after a restart: the first run would otherwise differ from its repetition.
    this.#hashed.clear();
    this.#scripts.clear();
    this.isUp = true;
  }

  /** Loses all data. */
  loseData(): void {
    this.losses.push(clock.now);
    this.#keys.clear();
  }

  /** Takes Redis away for a while. */
  stop(ms: number): void {
    this.isUp = false;
    clock.after(ms, () => (this.isUp = true));
  }
}

/** Converts the result of a script as Redis does: numbers lose their fraction. */
function toReply(value: unknown): unknown {
  if (typeof value === 'number') return Math.trunc(value);
  if (Array.isArray(value)) return value.map(toReply);
  // An empty table has no keys that would say whether it is a list.
  if (typeof value === 'object' && value !== null) return [];
  return value ?? null;
}
