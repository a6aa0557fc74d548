import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError, deadlineFor } from '@fifteen/runtime';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** argon2id (the library's default) as OWASP has it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PASSWORD_MIN = 6;
const PASSWORD_MAX = 128;
/** Hashes at once, and hashes that wait, per core: about a second of work. */
const AT_ONCE = 2;
const WAITING = 32;

/**
 * Reads a new password (core-of-play 5). Throws PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG,
 * PASSWORD_INVALID or PASSWORD_TOO_COMMON.
 */
export function parsePassword(text: string): string {
  if (text === '') throw new AppError('PASSWORD_REQUIRED', 'Password required');
  const password = text.slice(0, PASSWORD_MAX * 4).normalize('NFC');
  if (password.length > PASSWORD_MAX)
    throw new AppError('PASSWORD_TOO_LONG', 'Password must be at most 128 characters long');
  if (password.length < PASSWORD_MIN)
    throw new AppError('PASSWORD_TOO_SHORT', 'Password must be at least 6 characters long');
  if (/[\0\p{Cs}]/u.test(password))
    throw new AppError('PASSWORD_INVALID', 'This password has characters that cannot be used');
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    throw new AppError('PASSWORD_TOO_COMMON', 'This password is too common. Please choose another one.');
  return password;
}

const busy = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Please try again.', {
    retryAfter: 1,
  });

/** Somebody in the queue: who is told to go on, or that it is too late. */
interface Waiting {
  /** Milliseconds since the epoch; after that nobody wants the answer. */
  readonly until: number;
  readonly goOn: () => void;
  readonly giveUp: (reason: AppError) => void;
}

/** Hashes passwords, so many at once and no more: a storm of logins must not take the machine from the games. */
export class Passwords {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: Waiting[] = [];
  #busy = 0;
  /** The hash of a password nobody has, so that an unknown user costs what a known one does. */
  readonly #nobodys: Promise<string>;

  constructor(cores = availableParallelism()) {
    this.#atOnce = cores * AT_ONCE;
    this.#mostWaiting = cores * WAITING;
    this.#nobodys = hash(randomBytes(32), COST);
  }

  /** Throws SERVICE_UNAVAILABLE when too many wait. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, COST));
  }

  /**
   * Whether it is the password of that hash; without a hash the answer is no, and takes as long.
   * Throws SERVICE_UNAVAILABLE when too many wait.
   */
  async verify(known: string | undefined, password: string): Promise<boolean> {
    const against = known ?? (await this.#nobodys);
    const given = password.slice(0, PASSWORD_MAX * 4).normalize('NFC');
    const same = await this.#inTurn(() => verify(against, given));
    return same && known !== undefined;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#busy < this.#atOnce) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) throw busy();
    await new Promise<void>((goOn, giveUp) => {
      this.#waiting.push({ until: deadlineFor(Number.POSITIVE_INFINITY), goOn, giveUp });
    });
  }

  /** Hands the place over to the next whose caller still waits. */
  #leave(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.until > Date.now()) return next.goOn();
      next.giveUp(busy());
    }
    this.#busy -= 1;
  }
}
