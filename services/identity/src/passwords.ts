import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@fifteen/runtime';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { Turns } from './turns.ts';

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

/** Hashes passwords, in turn: a storm of logins must not take the machine from the games. */
export class Passwords {
  readonly #turns: Turns;
  /** The hash of a password nobody has, so that an unknown user costs what a known one does. */
  readonly #nobodys: Promise<string>;

  constructor(cores = availableParallelism()) {
    this.#turns = new Turns({ atOnce: cores * AT_ONCE, waiting: cores * WAITING });
    this.#nobodys = hash(randomBytes(32), COST);
  }

  /** Throws SERVICE_UNAVAILABLE when too many wait. */
  hash(password: string): Promise<string> {
    return this.#turns.take(() => hash(password, COST));
  }

  /**
   * Whether it is the password of that hash; without a hash the answer is no, and takes as long.
   * Throws SERVICE_UNAVAILABLE when too many wait.
   */
  async verify(known: string | undefined, password: string): Promise<boolean> {
    const against = known ?? (await this.#nobodys);
    const given = password.slice(0, PASSWORD_MAX * 4).normalize('NFC');
    const same = await this.#turns.take(() => verify(against, given));
    return same && known !== undefined;
  }
}
