import { EconomyService } from '@fifteen/proto/economy';
import { Event, Push } from '@fifteen/proto/events';
import { IdentityService, type CodeFlow, type Origin, type SessionGrant } from '@fifteen/proto/identity';
import {
  AppError,
  connectRpc,
  createLog,
  Lifecycle,
  openDatabase,
  openNats,
  serveRpc,
  tokenHash,
  type Calls,
  type Database,
  type Method,
} from '@fifteen/runtime';
import { testDatabase, testServers } from '@fifteen/testkit';
import { randomBytes, randomInt } from 'node:crypto';
import { expect, vi } from 'vitest';
import { identityConfig, type IdentityConfig } from '../src/config.ts';
import { startIdentity } from '../src/service.ts';
import { codeIn, freePort, openInbox, type Inbox } from './inbox.ts';

/** Machines that run tests do other things too: what must not happen is tested, not how soon something does. */
vi.setConfig({ testTimeout: 120_000 });
const PATIENCE_MS = 30_000;

const log = createLog('test', 'silent');
export type Identity = Calls<typeof IdentityService>;

const CALLERS = [
  'gateway',
  'identity',
  'economy',
  'game',
  'room',
  'matchmaking',
  'leaderboard',
  'admin',
] as const;
type Caller = (typeof CALLERS)[number];
const tokenOf = (caller: string): string => `token-of-the-service-${caller}`;
const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');

/** A whole identity service: replicas on one database, a broker, a ledger that can be switched off, a mail server. */
export interface House {
  /** As the gateway calls it, over all replicas in turn. */
  identity: Identity;
  as(caller: Caller): Identity;
  /** Each replica by itself. */
  replicas: Identity[];
  db: Database;
  owner: Database;
  inbox: Inbox;
  ledger: { up: boolean; opened: string[] };
  config: IdentityConfig;
  /** Pushes to users so far, as `user session`. */
  revoked: string[];
  facts(accountId: string): Promise<string[]>;
  stop(): Promise<void>;
}

export async function openHouse({ replicas = 2, mail = true } = {}): Promise<House> {
  const lifecycle = new Lifecycle(log);
  const database = await testDatabase('identity');
  const servers = await testServers(['nats']);
  const ledger = { up: true, opened: [] as string[] };
  const economyPort = await serveLedger(ledger, lifecycle);
  const smtp = await freePort();
  const inbox = mail ? await openInbox(smtp) : ({ port: smtp } as Inbox);
  const config = identityConfig.parse({
    LOG_LEVEL: 'silent',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: '0',
    RPC_TOKEN: tokenOf('identity'),
    RPC_CALLERS: callers,
    NAMESPACE: servers.namespace,
    POSTGRES_URL: database.url,
    POSTGRES_POOL: '8',
    NATS_URL: servers.nats.url,
    ECONOMY_ADDR: `ipv4:127.0.0.1:${economyPort}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp}`,
    MAIL_FROM: 'Fifteen <no-reply@fifteen.test>',
    CODE_KEY: 'a key of more than thirty-two characters',
    PUBLIC_URL: 'https://fifteen.test/',
  });
  const running = Array.from({ length: replicas }, () => new Lifecycle(log));
  const started = await Promise.all(running.map((own) => startIdentity(config, { log, lifecycle: own })));
  const ports = started.map(({ port }) => port);
  const connect = (to: number[], caller: Caller): Identity =>
    patient(
      connectRpc(
        {
          name: 'identity',
          service: IdentityService,
          address: `ipv4:${to.map((port) => `127.0.0.1:${port}`).join(',')}`,
          token: tokenOf(caller),
        },
        { lifecycle },
      ).calls,
    );
  const db = openDatabase({ service: 'test', url: database.url, pool: 4 }, { log, lifecycle });
  return {
    identity: connect(ports, 'gateway'),
    as: (caller) => connect(ports, caller),
    replicas: ports.map((port) => connect([port], 'gateway')),
    ...{ db, inbox, ledger, config },
    owner: openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, { log, lifecycle }),
    revoked: await listen(config, lifecycle),
    facts: async (accountId) => {
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

/** The same calls with a longer wait for their answers. */
function patient(calls: Identity): Identity {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    (request: never, options = {}) => call(request, { limitMs: PATIENCE_MS, ...options }),
  ]);
  return Object.fromEntries(entries) as Identity;
}

/** The ledger's side of opening a wallet. */
function serveLedger(ledger: House['ledger'], lifecycle: Lifecycle): Promise<number> {
  const signup: Method<typeof EconomyService, 'signup', unknown>['handle'] = async (
    _context,
    { userId },
    { caller },
  ) => {
    expect(caller).toBe('identity');
    if (!ledger.up) throw new AppError('SERVICE_UNAVAILABLE', 'down');
    ledger.opened.push(userId);
    return { userId, coins: 1000 };
  };
  return serveRpc(
    {
      name: 'economy',
      service: { signup: EconomyService.signup },
      methods: { signup: { callers: ['identity'], handle: signup } },
      config: { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS: callers },
    },
    { log, lifecycle },
  );
}

async function listen(config: IdentityConfig, lifecycle: Lifecycle): Promise<string[]> {
  const nats = await openNats(
    { service: 'test', url: config.NATS_URL, namespace: config.NAMESPACE },
    { log, lifecycle },
  );
  const heard: string[] = [];
  nats.connection.subscribe(`${nats.namespace}push.user.*`, {
    callback: (_, message) => {
      const { body } = Push.decode(message.data);
      if (body?.$case !== 'sessionRevoked') return;
      heard.push(`${message.subject.split('.').at(-1)} ${body.value.sessionId || 'all'}`);
    },
  });
  return heard;
}

/** Somewhere on the network where nobody has been before. */
export const somewhere = (locale = ''): Origin => ({
  ip: `${randomInt(1, 224)}.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  locale,
  device: '',
});

/** Names, addresses and passwords of people who do not exist yet. */
export function somebody(): { username: string; email: string; password: string; origin: Origin } {
  const name = `p-${randomBytes(6).toString('hex')}`;
  return { username: name, email: `${name}@example.org`, password: `pw-${name}`, origin: somewhere() };
}

/** A code as it is typed in the browser that asked for it. */
export const typed = (code: string, flow: string): Parameters<Identity['verifyEmail']>[0] => ({
  ...{ code, flow, email: '', origin: somewhere(), idempotencyKey: '' },
});

/** Somebody with a proved address, not signed in. */
export async function member(house: House): Promise<ReturnType<typeof somebody> & { userId: string }> {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = codeIn(await house.inbox.nth(person.email));
  const { userId } = await house.identity.verifyEmail(typed(code, flow));
  return { ...person, userId };
}

/** What signing in answers: a session, or the flow of a code. */
export async function login(
  house: House,
  name: string,
  password: string,
  { previousToken = '', origin = somewhere() } = {},
): Promise<{ grant?: SessionGrant; flow?: CodeFlow }> {
  const { outcome } = await house.identity.login({ login: name, password, previousToken, origin });
  return outcome?.$case === 'granted' ? { grant: outcome.value } : { flow: outcome?.value };
}

/** The code of a refusal, or `ok`. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

/** Moves everything that has happened so far into the past. */
export async function timePasses(house: House, interval: string): Promise<void> {
  await house.owner.query(
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
         registered_at = registered_at - $1::interval)
     SELECT`,
    [interval],
  );
}
