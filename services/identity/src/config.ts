import { address, baseConfig, natsConfig, postgresConfig } from '@fifteen/runtime';
import { z } from 'zod';

export const identityConfig = baseConfig.extend({
  ...postgresConfig,
  ...natsConfig,
  /** The ledger, which opens a wallet for each new account. */
  ECONOMY_ADDR: address,
  /** `smtp://user:password@host:port`, or `smtps://…`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Sender of all mails: `Fifteen <no-reply@example.org>`. */
  MAIL_FROM: z.string().regex(/^[^\r\n]+@[^\r\n]+$/),
  /**
   * Key from which codes and flow cookies follow, at least 32 characters; the same for all replicas, and never in the
   * database. A new key ends the codes under way.
   */
  CODE_KEY: z.string().min(32),
  /** Where people reach the site, for links in mails. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
});

export type IdentityConfig = z.output<typeof identityConfig>;
