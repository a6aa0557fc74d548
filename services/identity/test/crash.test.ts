import { IdentityService } from '@fifteen/proto/identity';
import { connectRpc, createLog, Lifecycle, openDatabase, tokenHash, type Database } from '@fifteen/runtime';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal, somebody, somewhere, typed, type Identity } from './house.ts';
import { codeIn, type Arrived } from './inbox.ts';

/** A real process on real servers, with no ledger to be found, killed where it hurts. */
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const TOKEN = 'a secret of the gateway alone';
let stack: Stack;
let identity: Identity;
let db: Database;
beforeAll(async () => {
  stack = await startStack({
    services: ['identity'],
    own: true,
    failpoints: { identity: env().FAILPOINT },
    env: { identity: { RPC_CALLERS: `gateway=${tokenHash(TOKEN)}` } },
  });
  const address = stack.adminEnv['IDENTITY_ADDR'] ?? '';
  identity = connectRpc(
    { name: 'identity', service: IdentityService, address, token: TOKEN },
    { lifecycle },
  ).calls;
  db = openDatabase(
    { service: 'test', url: stack.databases.identity!.ownerUrl, pool: 2 },
    { log, lifecycle },
  );
});
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

const limit = { limitMs: 5_000 };

async function mailsTo(address: string): Promise<Arrived[]> {
  const mails = (await (await fetch(`${stack.mailUrl}/email`)).json()) as Arrived[];
  return mails.filter((mail) => mail.to.some((to) => to.address === address));
}
async function nthMail(address: string, n = 1): Promise<Arrived> {
  await expect.poll(() => mailsTo(address), { timeout: 10_000 }).toHaveLength(n);
  return (await mailsTo(address)).at(-1)!;
}

/** Our connection has found the process again. */
const reachable = (): Promise<void> =>
  expect.poll(() => refusal(identity.authenticate({ token: '' })), { timeout: 20_000 }).toBe('UNAUTHORIZED');

/** Where the process dies, in the order of the tests below: each start but the first is after such a death. */
const POINTS = [
  'register.after-commit',
  'verify.after-commit',
  'login.after-commit',
  'reset.after-commit',
].concat(['guest.after-commit', 'logout.after-commit', 'mail.after-send']);
const env = (): { FAILPOINT: string } => ({ FAILPOINT: POINTS[0] ? `identity.${POINTS[0]}` : '' });

/** Makes a call, lets the process die at that point before it answers, and starts it again. */
async function dieAt(point: string, call: () => Promise<unknown>): Promise<void> {
  const [unit] = stack.service('identity');
  expect(POINTS.shift()).toBe(point);
  const outcome = refusal(call());
  expect(await unit!.gone).toBe('SIGKILL');
  await unit!.start(env());
  expect(['SERVICE_UNAVAILABLE', 'ok']).toContain(await outcome);
  await reachable();
}
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await db.query(sql, values)).rowCount ?? 0;

test('registering, verifying, logging in, resetting and logging out survive a kill between commit and answer', async () => {
  const person = somebody();
  let flow = '';
  const register = async (): Promise<void> => {
    ({ flow } = await identity.register(person, limit));
  };
  await dieAt('register.after-commit', register);
  await register();
  const code = codeIn(await nthMail(person.email));
  expect(await count(`SELECT FROM registration WHERE email_key = $1`, person.email)).toBe(1);

  const verify = { ...typed(code, flow), idempotencyKey: 'verify-1' };
  await dieAt('verify.after-commit', () => identity.verifyEmail(verify, limit));
  const { userId } = await identity.verifyEmail(verify);
  expect(await count(`SELECT FROM account WHERE id = $1`, userId)).toBe(1);
  expect(await count(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_created'`, userId)).toBe(1);

  const request = { login: person.email, password: person.password, previousToken: '', origin: somewhere() };
  await dieAt('login.after-commit', () => identity.login(request, limit));
  const { outcome } = await identity.login(request);
  expect(outcome?.$case).toBe('granted');

  const forgot = await identity.forgotPassword({ email: person.email, flow: '', origin: somewhere() });
  const reset = {
    ...typed(codeIn(await nthMail(person.email, 2)), forgot.flow),
    ...{ newPassword: 'a new password', idempotencyKey: 'reset-1' },
  };
  await dieAt('reset.after-commit', () => identity.resetPassword(reset, limit));
  expect(await refusal(identity.resetPassword(reset))).toBe('ok');
  expect(await count(`SELECT FROM session WHERE account_id = $1`, userId)).toBe(0);
  expect((await identity.login({ ...request, password: 'a new password' })).outcome?.$case).toBe('granted');
  await nthMail(person.email, 3);
});

test('a guest whose creation or logout is cut short is whole or gone', async () => {
  const create = () => identity.createGuest({ origin: somewhere() }, limit);
  await dieAt('guest.after-commit', create);
  const { token, session } = await create();
  const id = session!.account!.id;
  const facts = `SELECT FROM outbox WHERE name = 'user_created' AND aggregate_id = account.id`;
  expect(await count(`SELECT FROM account WHERE guest AND NOT EXISTS (${facts})`)).toBe(0);

  await dieAt('logout.after-commit', () => identity.logout({ token }, limit));
  await identity.logout({ token });
  expect(await refusal(identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  expect(await count(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_deleted'`, id)).toBe(1);
});

test('a mail whose sender dies before it is marked is sent again, with the same id and the same code', async () => {
  const person = somebody();
  await dieAt('mail.after-send', () => identity.register(person, limit));
  const first = await nthMail(person.email);
  await db.query(`UPDATE mail SET next_at = now() WHERE done_at IS NULL`);
  const second = await nthMail(person.email, 2);
  expect(second.headers['message-id']).toBe(first.headers['message-id']);
  expect(codeIn(second)).toBe(codeIn(first));
});

test('without a broker people get in all the same, and what happened is told when it is back, with its data lost', async () => {
  const unit = stack.service('identity')[0]!;
  const pid = unit.pid;
  await stack.servers.nats.kill9();
  const people = await Promise.all(
    Array.from({ length: 3 }, () => identity.createGuest({ origin: somewhere() }, limit)),
  );
  const ids = people.map(({ session }) => session!.account!.id);
  const untold = `SELECT FROM outbox WHERE published_at IS NULL AND aggregate_id = ANY($1)`;
  // That they are there, and where they were seen.
  expect(await count(untold, ids)).toBe(6);
  await stack.servers.nats.wipe();
  await expect.poll(() => count(untold, ids), { timeout: 20_000 }).toBe(0);
  expect(unit.pid).toBe(pid);
});

test('a database that was killed and is back is used again, and nobody was signed out', async () => {
  const { token, session } = await identity.createGuest({ origin: somewhere() }, limit);
  await stack.servers.postgres.kill9();
  expect(await refusal(identity.authenticate({ token }))).not.toBe('UNAUTHORIZED');
  await stack.servers.postgres.restart();
  await expect.poll(() => refusal(identity.authenticate({ token })), { timeout: 20_000 }).toBe('ok');
  expect((await identity.authenticate({ token })).account?.id).toBe(session!.account!.id);
});
