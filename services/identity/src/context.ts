import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import {
  connectRpc,
  createServiceContext,
  startOutboxPublisher,
  type Calls,
  type ProcessContext,
  type ReplayableOutbox,
  type ServiceContext,
} from '@fifteen/runtime';
import { PasswordHasher } from './compute/password-hasher.ts';
import { PictureEncoder } from './compute/picture-encoder.ts';
import type { IdentityConfig } from './config.ts';
import { RateLimits } from './db/rate-limits.ts';
import { Codes } from './domain/codes.ts';
import { startMailQueue, type MailQueue } from './mail/mail-queue.ts';
import { createMailTransport } from './mail/transport.ts';
import { startOpenedWallets, type OpenedWallets } from './workflows/opened-wallets.ts';

/** Everything a handler or job may use. */
export interface AppContext extends ServiceContext {
  economy: Calls<typeof EconomyServiceDefinition>;
  outbox: ReplayableOutbox;
  mailQueue: MailQueue;
  codes: Codes;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  pictures: PictureEncoder;
  openedWallets: OpenedWallets;
}

/** Connects to the stores and the economy service, and starts to publish events and send mails. */
export async function createContext(config: IdentityConfig, process: ProcessContext): Promise<AppContext> {
  const context = await createServiceContext('identity', config, import.meta.url, process);
  const { db, nats } = context;
  const economy = connectRpc(
    {
      name: 'economy',
      service: EconomyServiceDefinition,
      address: config.ECONOMY_ADDR,
      token: config.RPC_TOKEN,
    },
    process,
  );
  const outbox = startOutboxPublisher({ owner: 'identity', db, nats, ephemeral: ['user_changed'] }, context);
  const codes = new Codes(config.CODE_KEY);
  const transport = createMailTransport({ url: config.SMTP_URL, from: config.MAIL_FROM }, context);
  const mailQueue = startMailQueue({ db, codes, transport, publicUrl: config.PUBLIC_URL }, context);
  return {
    ...context,
    ...{ outbox, mailQueue, codes },
    economy: economy.calls,
    rateLimits: new RateLimits(db, config.RATE_LIMIT_SCALE),
    passwords: new PasswordHasher(),
    pictures: new PictureEncoder(),
    openedWallets: startOpenedWallets(context),
  };
}
