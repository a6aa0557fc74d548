import type { UserId } from '@fifteen/domain';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { Event } from '@fifteen/proto/events';
import {
  IdentityServiceDefinition,
  type CodeFlow,
  type Origin,
  type SessionGrant,
} from '@fifteen/proto/identity';
import {
  AppError,
  Lifecycle,
  openDatabase,
  serveRpc,
  type Calls,
  type Database,
  type Method,
} from '@fifteen/runtime';
import { freePort, testDatabase, testServers } from '@fifteen/testkit';
import {
  addressOf,
  collectPushes,
  connectAs,
  log,
  openTestNats,
  serverConfig,
  serviceEnv,
  tokenOf,
} from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { randomBytes, randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { identityConfig, type IdentityConfig } from '../src/config.ts';
import { startIdentityService } from '../src/service.ts';
import { codeIn, openInbox, type Inbox } from './inbox.ts';

export type Identity = Calls<typeof IdentityServiceDefinition>;

/** An identity service: replicas on one database, a broker, a fake economy service that can be unavailable, a mail server. */
export interface Harness {
  /** Client of the gateway, over all replicas in turn. */
  identity: Identity;
  /** Returns the client of another caller. */
  callAs(caller: Caller): Identity;
  /** A client of the gateway for each replica. */
  replicas: Identity[];
  db: Database;
  owner: Database;
  inbox: Inbox;
  economy: { up: boolean; openedWallets: string[]; credits: { userId: UserId; amount: number }[] };
  config: IdentityConfig;
  /** Environment of the operators' tool. */
  adminEnv: Record<string, string>;
  /** Revocations so far, as `user session`; `user all` for all sessions of a user. */
  revoked: string[];
  /** Names of the events of an account, in order. */
  eventNames(accountId: UserId): Promise<string[]>;
  stop(): Promise<void>;
}

export async function openHarness({ replicas = 2, mail = true } = {}): Promise<Harness> {
  const lifecycle = new Lifecycle(log);
  const database = await testDatabase('identity');
  const servers = await testServers(['nats']);
  const economy: Harness['economy'] = { up: true, openedWallets: [], credits: [] };
  const ECONOMY_ADDR = addressOf({ port: await serveEconomy(economy, lifecycle) });
  const smtp = await freePort();
  const inbox = mail ? await openInbox(smtp) : ({ port: smtp } as Inbox);
  const config = identityConfig.parse({
    ...serviceEnv('identity', servers, database),
    POSTGRES_POOL: '8',
    ECONOMY_ADDR,
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    MAIL_FROM: 'Fifteen <no-reply@fifteen.test>',
    CODE_KEY: 'a key of more than thirty-two characters',
    PUBLIC_URL: 'https://fifteen.test/',
  });
  const running = Array.from({ length: replicas }, () => new Lifecycle(log));
  const started = await Promise.all(
    running.map((own) => startIdentityService(config, { log, lifecycle: own })),
  );
  const connect = (to: typeof started, caller: Caller): Identity =>
    connectAs(caller, IdentityServiceDefinition, addressOf(...to), lifecycle);
  const { all: pushes } = await collectPushes(await openTestNats(servers, lifecycle));
  const db = openDatabase({ service: 'test', url: database.url, pool: 4 }, { log, lifecycle });
  return {
    identity: connect(started, 'gateway'),
    callAs: (caller) => connect(started, caller),
    replicas: started.map((one) => connect([one], 'gateway')),
    ...{ db, inbox, economy, config },
    adminEnv: {
      RPC_TOKEN: tokenOf('admin'),
      IDENTITY_ADDR: addressOf(...started.slice(0, 1)),
      ECONOMY_ADDR,
    },
    owner: openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, { log, lifecycle }),
    get revoked() {
      return pushes.flatMap(({ to, body }) =>
        body.$case === 'sessionRevoked' ? [`${to.slice('user.'.length)} ${body.value.sessionId}`] : [],
      );
    },
    eventNames: async (accountId) => {
      const { rows } = await db.query<{ name: string; payload: Buffer }>(
        `SELECT name, payload FROM outbox WHERE aggregate_id = $1 ORDER BY id`,
        [accountId],
      );
      for (const row of rows) expect(Event.decode(row.payload).aggregateId).toBe(accountId);
      return rows.map((row) => row.name);
    },
    stop: async () => {
      await Promise.all(running.map((own) => own.stop()));
      await lifecycle.stop();
      if (mail) await inbox.stop();
      await database.drop();
      await servers.stopAll();
    },
  };
}

/** Serves the one call of the economy service that identity uses, and the one by which operators credit coins. */
function serveEconomy(economy: Harness['economy'], lifecycle: Lifecycle): Promise<number> {
  const openWallet: Method<typeof EconomyServiceDefinition, 'openWallet', unknown>['handle'] = async (
    _context,
    { userId },
    { caller },
  ) => {
    expect(caller).toBe('identity');
    if (!economy.up) throw new AppError('SERVICE_UNAVAILABLE');
    economy.openedWallets.push(userId);
    return { coins: 1000 };
  };
  const topUp: Method<typeof EconomyServiceDefinition, 'topUp', unknown>['handle'] = async (
    _context,
    { userId, amount },
  ) => {
    economy.credits.push({ userId, amount });
    return { coins: 1000 + amount };
  };
  const { fullName, methods } = EconomyServiceDefinition;
  return serveRpc(
    {
      name: 'economy',
      service: { fullName, methods: { openWallet: methods.openWallet, topUp: methods.topUp } },
      methods: {
        openWallet: { callers: ['identity'], handle: openWallet },
        topUp: { callers: ['admin'], handle: topUp },
      },
      config: serverConfig,
    },
    { log, lifecycle },
  );
}

/** Returns an origin with a random address. */
export const newOrigin = (locale = ''): Origin => ({
  ip: `${randomInt(1, 224)}.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  locale,
  device: '',
});

/** Returns the registration of a user who does not exist yet. */
export function newUser(): { username: string; email: string; password: string; origin: Origin } {
  const name = `p-${randomBytes(6).toString('hex')}`;
  return { username: name, email: `${name}@example.org`, password: `pw-${name}`, origin: newOrigin() };
}

/** Returns the request of a browser that enters the code of its flow. */
export const codeAttempt = (code: string, flow: string): Parameters<Identity['verifyEmail']>[0] => ({
  ...{ code, flow, email: '', origin: newOrigin(), idempotencyKey: '' },
});

/** Registers a user and confirms the address; the user has the one session of the confirmed code. */
export async function registerUser(
  harness: Harness,
): Promise<ReturnType<typeof newUser> & { userId: UserId }> {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = codeIn(await harness.inbox.nth(user.email));
  const { userId } = await harness.identity.verifyEmail(codeAttempt(code, flow));
  return { ...user, userId };
}

/** Logs in. Returns the session, or the flow of a code when the address is unconfirmed. */
export async function login(
  harness: Harness,
  name: string,
  password: string,
  { previousToken = '', origin = newOrigin() } = {},
): Promise<{ grant?: SessionGrant; flow?: CodeFlow }> {
  const { outcome } = await harness.identity.login({ login: name, password, previousToken, origin });
  return outcome?.$case === 'granted' ? { grant: outcome.value } : { flow: outcome?.value };
}

/** Returns the error code of a call, or `ok`. */
export async function errorCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

/** Returns the number of mails that were queued to an address, sent or not. */
export async function mailCount(harness: Harness, email: string): Promise<number> {
  const { rowCount } = await harness.db.query(`SELECT FROM mail WHERE email = $1`, [email]);
  return rowCount ?? 0;
}

/** Moves all rows into the past. */
export async function advanceTime(harness: Harness, interval: string): Promise<void> {
  await harness.owner.query(
    `WITH
       a AS (UPDATE session SET created_at = created_at - $1::interval, seen_at = seen_at - $1::interval,
         cookie_at = cookie_at - $1::interval, expires_at = expires_at - $1::interval,
         ends_at = ends_at - $1::interval),
       b AS (UPDATE code_flow SET expires_at = expires_at - $1::interval),
       c AS (UPDATE mail SET created_at = created_at - $1::interval),
       d AS (UPDATE request_count SET expire = expire - extract(epoch FROM $1::interval) * 1000),
       e AS (UPDATE login_guard SET open_at = open_at - $1::interval, ends_at = ends_at - $1::interval),
       f AS (UPDATE registration SET created_at = created_at - $1::interval),
       g AS (UPDATE account SET created_at = created_at - $1::interval, seen_at = seen_at - $1::interval,
         registered_at = registered_at - $1::interval),
       h AS (UPDATE guest_request SET created_at = created_at - $1::interval)
     SELECT`,
    [interval],
  );
}
