import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a code is for. A code for one is nothing for the other. */
export type Purpose = 'verify' | 'reset';

const ID = /^[\w-]{22}$/;
const DIGITS = 6;

/**
 * Codes and flow cookies. Both follow from a flow's random id by a key that is not in the database: what the database
 * holds opens nothing, nothing secret waits in the mail queue, and a repeated call can give the same cookie again.
 */
export class Codes {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** A new flow: 128 random bits. */
  newFlow(): string {
    return randomBytes(16).toString('base64url');
  }

  /** The cookie of a flow. */
  cookie(flow: string): string {
    return `${flow}.${this.#mac(`flow:${flow}`).toString('base64url', 0, 16)}`;
  }

  /** The flow of a cookie, or undefined when we did not make it. */
  flowOf(cookie: string): string | undefined {
    const [flow = ''] = cookie.split('.', 1);
    return ID.test(flow) && same(this.cookie(flow), cookie) ? flow : undefined;
  }

  /** The six digits that go by mail; evenly spread (48 bits of a keyed hash of 128 random ones). */
  digits(purpose: Purpose, flow: string): string {
    const number = this.#mac(`code:${purpose}:${flow}`).readUIntBE(0, 6) % 10 ** DIGITS;
    return String(number).padStart(DIGITS, '0');
  }

  /** Whether these are the digits; takes the same time for all that are not. */
  matches(purpose: Purpose, flow: string, digits: string): boolean {
    return same(this.digits(purpose, flow), digits);
  }

  /** What stands for something that is not to be told, the same each time. */
  pseudonym(kind: 'network' | 'device' | 'mailbox', value: string): string {
    return this.#mac(`${kind}:${value}`).toString('base64url', 0, 16);
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
