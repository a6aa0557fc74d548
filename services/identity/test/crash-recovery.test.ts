import { IdentityServiceDefinition } from '@fifteen/proto/identity';
import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { connectAs, tokensOf } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errorCode, newUser, newOrigin, codeAttempt, type Identity } from './harness.ts';
import { codeIn, type ReceivedMail } from './inbox.ts';

/** Machines that run tests may be loaded: the tests check results, not speed. */
vi.setConfig({ testTimeout: 300_000 });

/** A process on real servers, without economy service, killed at failpoints. */
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let stack: Stack;
let identity: Identity;
let db: Database;
beforeAll(async () => {
  stack = await startStack({
    services: ['identity'],
    own: true,
    failpoints: { identity: env().FAILPOINT },
    env: { identity: tokensOf('identity') },
  });
  const address = stack.adminEnv['IDENTITY_ADDR'] ?? '';
  identity = connectAs('gateway', IdentityServiceDefinition, address, lifecycle);
  db = openDatabase(
    { service: 'test', url: stack.databases.identity!.ownerUrl, pool: 2 },
    { log, lifecycle },
  );
});
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const mails = (await (await fetch(`${stack.mailUrl}/email`)).json()) as ReceivedMail[];
  return mails.filter((mail) => mail.to.some((to) => to.address === address));
}
/** Waits longer than the minute for which a process that was killed may have taken a mail. */
async function nthMail(address: string, n = 1): Promise<ReceivedMail> {
  await expect.poll(() => mailsTo(address), { timeout: 120_000 }).toHaveLength(n);
  return (await mailsTo(address)).at(-1)!;
}
/** Waits until no mail is unsent or unmarked: a crash before its mark would send it again. */
const mailsDone = (): Promise<void> =>
  expect.poll(() => count(`SELECT FROM mail WHERE done_at IS NULL`)).toBe(0);

/** Waits until the client has reconnected. */
const reachable = (): Promise<void> =>
  expect
    .poll(() => errorCode(identity.authenticate({ token: '' })), { timeout: 60_000 })
    .toBe('UNAUTHORIZED');

/** Failpoints in the order of the tests below: each start but the first follows such a crash. */
const FAILPOINTS = [
  'register.after-commit',
  'verify-email.after-commit',
  'login.after-commit',
  'reset-password.after-commit',
].concat([
  'create-guest.after-commit',
  'logout.after-commit',
  'delete-user.after-commit',
  'send-mail.after-send',
]);
const env = (): { FAILPOINT: string } => ({ FAILPOINT: FAILPOINTS[0] ? `identity.${FAILPOINTS[0]}` : '' });

/** Makes a call, lets the process crash at a failpoint before it responds, and starts it again. */
async function crashAt(name: string, call: () => Promise<unknown>): Promise<void> {
  const [replica] = stack.service('identity');
  expect(FAILPOINTS.shift()).toBe(name);
  const outcome = errorCode(call());
  expect(await replica!.exit).toBe('SIGKILL');
  await replica!.start(env());
  expect(['SERVICE_UNAVAILABLE', 'ok']).toContain(await outcome);
  await reachable();
}
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  (await db.query(sql, values)).rowCount ?? 0;

test('register, verify, log in and reset survive a crash between commit and response', async () => {
  const user = newUser();
  let flow = '';
  const register = async (): Promise<void> => {
    ({ flow } = (await identity.register(user)).codeFlow);
  };
  await crashAt('register.after-commit', register);
  await register();
  const code = codeIn(await nthMail(user.email));
  await mailsDone();
  expect(await count(`SELECT FROM registration WHERE email_key = $1`, user.email)).toBe(1);

  const verify = { ...codeAttempt(code, flow), idempotencyKey: 'verify-1' };
  await crashAt('verify-email.after-commit', () => identity.verifyEmail(verify));
  const { userId } = await identity.verifyEmail(verify);
  expect(await count(`SELECT FROM account WHERE id = $1`, userId)).toBe(1);
  expect(await count(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_created'`, userId)).toBe(1);

  const request = { login: user.email, password: user.password, previousToken: '', origin: newOrigin() };
  await crashAt('login.after-commit', () => identity.login(request));
  const { outcome } = await identity.login(request);
  expect(outcome?.$case).toBe('granted');

  const { codeFlow: forgot } = await identity.forgotPassword({
    email: user.email,
    flow: '',
    origin: newOrigin(),
  });
  const reset = {
    ...codeAttempt(codeIn(await nthMail(user.email, 2)), forgot.flow),
    ...{ newPassword: 'a new password', idempotencyKey: 'reset-1' },
  };
  await mailsDone();
  await crashAt('reset-password.after-commit', () => identity.resetPassword(reset));
  expect(await errorCode(identity.resetPassword(reset))).toBe('ok');
  expect(await count(`SELECT FROM session WHERE account_id = $1`, userId)).toBe(0);
  expect((await identity.login({ ...request, password: 'a new password' })).outcome?.$case).toBe('granted');
  await nthMail(user.email, 3);
  await mailsDone();
});

test('a crash while a guest is created or logs out leaves the account complete or deleted', async () => {
  const request = { origin: { ...newOrigin(), device: 'a device' }, idempotencyKey: 'guest-1' };
  const create = async () => (await identity.createGuest(request)).grant;
  await crashAt('create-guest.after-commit', create);
  const { token, session } = await create();
  const id = session!.account!.id;
  const events = `SELECT FROM outbox WHERE name = 'user_created' AND aggregate_id = account.id`;
  expect(await count(`SELECT FROM account WHERE guest AND NOT EXISTS (${events})`)).toBe(0);
  // The repeat has found the guest of the request whose response was lost.
  expect(await count(`SELECT FROM account WHERE guest`)).toBe(1);

  await crashAt('logout.after-commit', () => identity.logout({ token }));
  await identity.logout({ token });
  expect(await errorCode(identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  expect(await count(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_deleted'`, id)).toBe(1);
});

test('a crash while an operator deletes a user leaves the user deleted, with one event', async () => {
  const admin = connectAs(
    'admin',
    IdentityServiceDefinition,
    stack.adminEnv['IDENTITY_ADDR'] ?? '',
    lifecycle,
  );
  const { token, session } = (await identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  await crashAt('delete-user.after-commit', () => admin.deleteUser({ userId }));
  await admin.deleteUser({ userId });
  expect(await errorCode(identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  expect(await count(`SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_deleted'`, userId)).toBe(1);
});

test('after a crash between sending and marking, a mail is sent again with the same id and code', async () => {
  const user = newUser();
  await crashAt('send-mail.after-send', async () => (await identity.register(user)).codeFlow);
  const first = await nthMail(user.email);
  await db.query(`UPDATE mail SET next_at = now() WHERE done_at IS NULL`);
  const second = await nthMail(user.email, 2);
  expect(second.headers['message-id']).toBe(first.headers['message-id']);
  expect(codeIn(second)).toBe(codeIn(first));
});

test('guests can be created without a broker; their events are published when it is back with its data lost', async () => {
  const replica = stack.service('identity')[0]!;
  const pid = replica.pid;
  await stack.servers.nats.kill();
  const users = await Promise.all(
    Array.from({ length: 3 }, async () => (await identity.createGuest({ origin: newOrigin() })).grant),
  );
  const ids = users.map(({ session }) => session!.account!.id);
  const unpublished = `SELECT FROM outbox WHERE published_at IS NULL AND aggregate_id = ANY($1)`;
  // `user_created` and `user_seen` of each.
  expect(await count(unpublished, ids)).toBe(6);
  await stack.servers.nats.wipe();
  await expect.poll(() => count(unpublished, ids), { timeout: 60_000 }).toBe(0);
  expect(replica.pid).toBe(pid);
});

test('the service reconnects to a database that was killed, and sessions survive', async () => {
  const { token, session } = (await identity.createGuest({ origin: newOrigin() })).grant;
  await stack.servers.postgres.kill();
  expect(await errorCode(identity.authenticate({ token }))).not.toBe('UNAUTHORIZED');
  await stack.servers.postgres.restart();
  await expect.poll(() => errorCode(identity.authenticate({ token })), { timeout: 60_000 }).toBe('ok');
  expect((await identity.authenticate({ token })).session.account?.id).toBe(session!.account!.id);
});
