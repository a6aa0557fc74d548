import { createHash } from 'node:crypto';
import { LuaFactory } from 'wasmoon';
import { clock } from './clock.ts';
import { Keyspace } from './keyspace.ts';

/** Runs a script with Redis' globals. Redis has Lua 5.1, in which `unpack` is global; nil ends no list, it is false. */
const RUN = `
unpack = table.unpack
redis = { call = function(...) return call(...) end }
local compiled = {}
function run(script, prefix, ...)
  KEYS, ARGV = { prefix }, { ... }
  local chunk = compiled[script]
  if not chunk then
    chunk = assert(load(script))
    compiled[script] = chunk
  end
  return chunk()
end`;

type Run = (script: string, prefix: string, ...args: string[]) => unknown;

/** One Redis for all services: the product's own scripts, in Lua, above keys in memory and virtual time. */
export class Redis {
  readonly #keys = new Keyspace(() => clock.now);
  readonly #run: Run;
  readonly #hashed = new Set<string>();
  readonly #scripts = new Map<string, string>();
  /** When all data was lost, in milliseconds since the epoch. */
  readonly losses: number[] = [];
  /** False while Redis is unavailable. */
  isUp = true;

  private constructor(create: (call: Keyspace['call']) => Run) {
    this.#run = create((...command) => this.#keys.call(...command));
  }

  static async start(): Promise<Redis> {
    const lua = await new LuaFactory().createEngine({ enableProxy: false });
    return new Redis((call) => {
      lua.global.set('call', call);
      lua.doStringSync(RUN);
      return lua.global.get('run') as Run;
    });
  }

  /** Runs a script with one key. */
  eval(script: string, prefix: string, args: readonly (string | number)[]): unknown {
    if (!this.#hashed.has(script)) {
      this.#hashed.add(script);
      this.#scripts.set(createHash('sha1').update(script).digest('hex'), script);
    }
    return toReply(this.#run(script, prefix, ...args.map(String)));
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
