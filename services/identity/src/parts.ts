import type { Database, Pusher } from '@fifteen/runtime';
import type { Codes } from './codes.ts';
import type { Limits } from './limits.ts';
import type { Passwords } from './passwords.ts';
import type { Turns } from './turns.ts';
import type { Wallets } from './wallets.ts';

/** What the acts on accounts stand on. */
export interface Parts {
  readonly db: Database;
  readonly codes: Codes;
  readonly limits: Limits;
  readonly passwords: Passwords;
  /** Pictures are decoded in turn. */
  readonly decoding: Turns;
  readonly pusher: Pusher;
  readonly wallets: Wallets;
  /** Facts or mails were committed just now: whoever carries them need not wait. */
  readonly committed: () => void;
}

/** Where a request came from. */
export interface Origin {
  readonly ip: string;
  /** The language to write in. */
  readonly locale: string;
  /** The browser's device cookie; empty when it has none. */
  readonly device: string;
  /** The browser carried the cookie with this request; else it is new. */
  readonly deviceCarried: boolean;
}
