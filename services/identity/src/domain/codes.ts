import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CODE_LENGTH } from '@fifteen/domain';

/** What a code is for. A code for one purpose is invalid for the other. */
export type Purpose = 'verify' | 'reset';

const FLOW_ID = /^[\w-]{22}$/;

/**
 * Derives codes and flow cookies from the random id of a code flow, by a key that is not in the database. The database
 * therefore holds no code and no cookie, queued mails hold no secret, and a repeated call returns the same cookie.
 */
export class Codes {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** Returns a new flow id: 128 random bits. */
  newFlowId(): string {
    return randomBytes(16).toString('base64url');
  }

  /** Returns the cookie of a flow. */
  flowCookie(flowId: string): string {
    return `${flowId}.${this.#mac(`flow:${flowId}`).toString('base64url', 0, 16)}`;
  }

  /** Returns the flow id of a cookie, or undefined when the signature is wrong. */
  parseFlowCookie(cookie: string): string | undefined {
    const [flowId = ''] = cookie.split('.', 1);
    return FLOW_ID.test(flowId) && isEqual(this.flowCookie(flowId), cookie) ? flowId : undefined;
  }

  /** Returns the six digits of a code; evenly distributed (48 bits of a keyed hash of 128 random bits). */
  digits(purpose: Purpose, flowId: string): string {
    const number = this.#mac(`code:${purpose}:${flowId}`).readUIntBE(0, 6) % 10 ** CODE_LENGTH;
    return String(number).padStart(CODE_LENGTH, '0');
  }

  /** Returns whether these are the digits of the code, in constant time. */
  matches(purpose: Purpose, flowId: string, digits: string): boolean {
    return isEqual(this.digits(purpose, flowId), digits);
  }

  /** Returns a stable pseudonym of a personal value, so that the value itself is neither stored nor published. */
  pseudonym(kind: 'network' | 'device' | 'mailbox' | 'guest' | 'code', value: string): string {
    return this.#mac(`${kind}:${value}`).toString('base64url', 0, 16);
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest();
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
