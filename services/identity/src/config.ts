import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

export const identityConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** Address of the economy service, which opens a wallet for each new account. */
  ECONOMY_ADDR: address,
  /** URL of the mail server: `smtp://user:password@host:port` or `smtps://…`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Sender of all mails: `Fifteen <no-reply@example.org>`. */
  MAIL_FROM: z.string().regex(/^[^\r\n]+@[^\r\n]+$/),
  /**
   * Key of codes, flow cookies and pseudonyms: at least 32 characters, the same on all replicas, never in the database. A
   * new key invalidates the codes in use, and all pseudonyms: limits per device and mailbox begin anew.
   */
  CODE_KEY: z.string().min(32),
  /** Public URL of the site, without trailing slash; the base of links in mails. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
});

export type IdentityConfig = z.output<typeof identityConfig>;
