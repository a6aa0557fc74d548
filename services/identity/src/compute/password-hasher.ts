import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '../domain/passwords.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

/** argon2id (the library's default) as OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Running and waiting hashes per core: about a second of work. */
const RUNNING_PER_CORE = 2;
const WAITING_PER_CORE = 32;
/** Threads of libuv, on which the library hashes: no more hashes run at once, and no more cores take part. */
const THREADS = 4;

/** Hashes passwords, with limited concurrency: a flood of logins must not starve other services of CPU. */
export class PasswordHasher {
  readonly #limiter: ConcurrencyLimiter;
  /** Hash of a random password: a login of an unknown user must cost as much as one of a known user. */
  readonly #dummyHash: Promise<string>;

  constructor(cores = availableParallelism()) {
    this.#limiter = new ConcurrencyLimiter({
      running: Math.min(cores * RUNNING_PER_CORE, THREADS),
      waiting: Math.min(cores, THREADS) * WAITING_PER_CORE,
    });
    this.#dummyHash = hash(randomBytes(32), COST);
  }

  /**
   * Hashes a parsed password.
   * @throws SERVICE_UNAVAILABLE when too many hashes wait
   */
  hash(password: string): Promise<string> {
    return this.#limiter.run(() => hash(password, COST));
  }

  /**
   * Returns whether a password has this hash. Without a hash the result is false, after the same time.
   * @throws SERVICE_UNAVAILABLE when too many hashes wait
   */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const comparedHash = passwordHash ?? (await this.#dummyHash);
    const normalized = normalizePassword(password);
    const isMatch = await this.#limiter.run(() => verify(comparedHash, normalized));
    return isMatch && passwordHash !== undefined;
  }
}
