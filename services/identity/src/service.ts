import { fileURLToPath } from 'node:url';
import { EconomyService } from '@fifteen/proto/economy';
import { IdentityService } from '@fifteen/proto/identity';
import {
  assertSchema,
  connectRpc,
  createPusher,
  openDatabase,
  openNats,
  methodsOf,
  serveRpc,
  startOutboxPublisher,
  type ProcessContext,
} from '@fifteen/runtime';
import { Codes } from './codes.ts';
import type { IdentityConfig } from './config.ts';
import { Limits } from './limits.ts';
import { openPost } from './mail/post.ts';
import { startMailQueue } from './mail/queue.ts';
import type { Parts } from './parts.ts';
import { Passwords } from './passwords.ts';
import { access, handlers } from './rpc.ts';
import { startSweeps } from './sweeps.ts';
import { Turns } from './turns.ts';
import { Wallets } from './wallets.ts';

/** A picture of 16 megapixels takes 64 MB while it is decoded. */
const DECODING = { atOnce: 2, waiting: 16 };
/** A picture as it is sent in, and what is around it. */
const REQUEST_BYTES = 1_100_000;
/** The service's folder, with `migrations/` and `sql/`. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Wires accounts, sessions, codes and their mail, and serves them. Answers the port it listens on. */
export async function startIdentity(
  config: IdentityConfig,
  context: ProcessContext,
): Promise<{ port: number }> {
  const db = openDatabase(
    { service: 'identity', url: config.POSTGRES_URL, pool: config.POSTGRES_POOL },
    context,
  );
  await assertSchema(db, FOLDER);
  const nats = await openNats(
    { service: 'identity', url: config.NATS_URL, namespace: config.NAMESPACE },
    context,
  );
  const economy = connectRpc(
    { name: 'economy', service: EconomyService, address: config.ECONOMY_ADDR, token: config.RPC_TOKEN },
    context,
  );
  const relay = startOutboxPublisher({ owner: 'identity', db, nats, ephemeral: ['user_changed'] }, context);
  const codes = new Codes(config.CODE_KEY);
  const post = openPost({ url: config.SMTP_URL, from: config.MAIL_FROM }, context);
  const mails = startMailQueue({ db, codes, post, site: config.PUBLIC_URL }, context);
  const committed = (): void => {
    relay.wake();
    mails.kick();
  };
  const wallets = new Wallets(db, economy.calls, context.log);
  const parts: Parts = {
    ...{ db, codes, wallets, committed },
    limits: new Limits(db, config.RATE_LIMIT_SCALE),
    passwords: new Passwords(),
    decoding: new Turns(DECODING),
    pusher: createPusher(nats),
  };
  const port = await serveRpc(
    {
      name: 'identity',
      service: IdentityService,
      methods: methodsOf(access, handlers(parts)),
      config,
      outbox: relay,
      requestBytes: REQUEST_BYTES,
    },
    context,
  );
  startSweeps({ db, wallets, committed }, context);
  return { port };
}
