import { afterAll, beforeAll, expect, test } from 'vitest';
import { Lifecycle, pause, serveMetrics } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { oldestUnsentMailAge } from '../src/db/mails.ts';
import { chooseLocale } from '../src/domain/locale.ts';
import { renderMail, type MailContent } from '../src/mail/render.ts';
import { codeIn, openInbox, type Inbox } from './inbox.ts';
import {
  registerUser,
  openHarness,
  newUser,
  newOrigin,
  advanceTime,
  codeAttempt,
  type Harness,
} from './harness.ts';

const lifecycle = new Lifecycle(log);
let harness: Harness;
let inbox: Inbox;
beforeAll(async () => {
  harness = await openHarness({ mail: false });
});
afterAll(async () => {
  await lifecycle.stop();
  await harness.stop();
  await inbox.stop();
});

const LOCALES = ['en', 'bn', 'hi', 'es', 'id', 'ar'];
const KINDS = ['verify', 'reset', 'notice'] as const;
const content = (kind: MailContent['kind'], locale: string, name = 'Ann'): MailContent => ({
  ...{ kind, locale, name: kind === 'notice' ? name : '' },
  code: kind === 'notice' ? '' : '012345',
});

test('while the mail server is down, requests are served and mails wait until it is back', async () => {
  const users = Array.from({ length: 5 }, () => ({ ...newUser(), origin: newOrigin('es-MX,es;q=0.9') }));
  const flows = await Promise.all(
    users.map(async (user) => (await harness.identity.register(user, { limitMs: 20_000 })).codeFlow),
  );
  await expect
    .poll(
      async () => (await harness.db.query(`SELECT FROM mail WHERE tries > 0 AND done_at IS NULL`)).rowCount,
    )
    .toBe(5);
  await harness.owner.query(
    `UPDATE mail SET created_at = created_at - interval '5 minutes' WHERE email_key = $1`,
    [users[0]!.email],
  );
  const age = await oldestUnsentMailAge(harness.db);
  expect(age).toBeGreaterThan(300);
  expect(age).toBeLessThan(360);
  inbox = await openInbox(harness.inbox.port);
  harness.inbox = inbox;
  for (const [i, user] of users.entries()) {
    const mail = await inbox.nth(user.email);
    const code = codeIn(mail);
    expect(mail.subject).toBe(`${code} es tu código de verificación`);
    expect(mail.headers['auto-submitted']).toBe('auto-generated');
    expect(mail.from).toEqual([{ address: 'no-reply@fifteen.test', name: 'Fifteen' }]);
    expect(mail.to).toEqual([{ address: user.email, name: '' }]);
    expect(mail.html).toContain(`>${code}<`);
    await harness.identity.verifyEmail(codeAttempt(code, flows[i]!.flow));
  }
  await expect.poll(() => oldestUnsentMailAge(harness.db)).toBe(0);
});

test('a notice that waits for hours delays no code', async () => {
  await harness.owner.query(
    `INSERT INTO mail (kind, email, email_key, locale, created_at, next_at)
     VALUES ('notice', 'away@example.com', 'away@example.com', 'en', now() - interval '2 hours', now() + interval '1 day')`,
  );
  expect(await oldestUnsentMailAge(harness.db)).toBe(0);
  await harness.owner.query(`DELETE FROM mail WHERE email_key = 'away@example.com'`);
});

test('two replicas send each mail once', async () => {
  const users = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const user = newUser();
      await harness.replicas[i % 2]!.register(user, { limitMs: 20_000 });
      return user;
    }),
  );
  for (const user of users) await inbox.nth(user.email);
  await pause(1_500);
  for (const user of users) expect(inbox.to(user.email)).toHaveLength(1);
});

test('a mail that was sent but not marked is sent again with the same Message-ID', async () => {
  const user = newUser();
  await harness.identity.register(user);
  const first = await inbox.nth(user.email);
  await expect
    .poll(
      async () =>
        (
          await harness.db.query(`SELECT FROM mail WHERE email_key = $1 AND done_at IS NOT NULL`, [
            user.email,
          ])
        ).rowCount,
    )
    .toBe(1);
  await harness.owner.query(`UPDATE mail SET done_at = NULL, next_at = now() WHERE email_key = $1`, [
    user.email,
  ]);
  const second = await inbox.nth(user.email, 2);
  expect(second.messageId).toBe(first.messageId);
  expect(codeIn(second)).toBe(codeIn(first));
});

test('an expired code is not sent', async () => {
  const user = newUser();
  await harness.identity.register(user);
  await inbox.nth(user.email);
  await advanceTime(harness, '11 minutes');
  await harness.owner.query(`UPDATE mail SET done_at = NULL, next_at = now() WHERE email_key = $1`, [
    user.email,
  ]);
  await expect
    .poll(async () => (await harness.db.query(`SELECT FROM mail WHERE done_at IS NULL`)).rowCount)
    .toBe(0);
  expect(inbox.to(user.email)).toHaveLength(1);
});

test('counts mails that were sent, and those that the mail server rejects for good, which are dropped', async () => {
  const port = await serveMetrics({ host: '127.0.0.1', port: 0 }, { log, lifecycle });
  const counted = async (outcome: string): Promise<number> => {
    const page = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const value = new RegExp(`^fifteen_mails_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(page)?.[1];
    if (value === undefined) throw new Error(`no mails ${outcome} in: ${page}`);
    return Number(value);
  };
  const [sent, rejected] = [await counted('sent'), await counted('rejected')];
  const [user, rejectedUser] = [newUser(), newUser()];
  inbox.reject(rejectedUser.email);
  await harness.identity.register(rejectedUser);
  await harness.identity.register(user);
  await inbox.nth(user.email);
  await expect.poll(() => counted('rejected')).toBe(rejected + 1);
  await expect.poll(() => counted('sent')).toBe(sent + 1);
  expect(await oldestUnsentMailAge(harness.db)).toBe(0);
  expect(inbox.to(rejectedUser.email)).toEqual([]);
});

test('a code requested in Arabic is mailed in Arabic', async () => {
  const user = await registerUser(harness);
  await harness.identity.forgotPassword({ email: user.email, flow: '', origin: newOrigin('ar') });
  const mail = await inbox.nth(user.email, 2);
  expect(mail.subject).toMatch(/^\d{6} هو رمز/);
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
});

test.each(LOCALES.flatMap((locale) => KINDS.map((kind) => [kind, locale] as const)))(
  'the %s mail in %s has subject, text, HTML, code and link',
  (kind, locale) => {
    expect(chooseLocale(locale)).toBe(locale);
    const mail = renderMail(content(kind, locale), 'https://fifteen.test');
    const link = `https://fifteen.test/${kind === 'verify' ? 'verify-email' : 'reset-password'}`;
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(link);
      expect(body).not.toMatch(/[{}]|undefined/);
    }
    expect(mail.subject).not.toMatch(/[{}\r\n]|undefined/);
    if (kind === 'notice') expect(mail.html).toContain('<strong>Ann</strong>');
    else for (const part of [mail.subject, mail.text]) expect(part).toContain('012345');
    if (locale !== 'en') expect(mail.subject).not.toBe(renderMail(content(kind, 'en'), '').subject);
  },
);

test('a username stays text: no markup, no header, no reversed sentence', () => {
  const name = `<img src=x onerror=alert(1)>"'&`;
  const mail = renderMail(content('notice', 'ar', name), 'https://fifteen.test');
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain(
    '<bdi><strong>&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;</strong></bdi>',
  );
  expect(mail.text).toContain(`\u2068${name}\u2069`);
  expect(renderMail(content('notice', 'en', '{code}\r\nBcc: x@y.z'), '').subject).toBe(
    'Your password was changed',
  );
});
