import { afterAll, beforeAll, expect, test } from 'vitest';
import { pause } from '@fifteen/runtime';
import { chooseLocale } from '../src/mail/locales.ts';
import { render, type Letter } from '../src/mail/render.ts';
import { codeIn, openInbox, type Inbox } from './inbox.ts';
import { member, openHouse, somebody, somewhere, timePasses, typed, type House } from './house.ts';

let house: House;
let inbox: Inbox;
beforeAll(async () => {
  house = await openHouse({ mail: false });
});
afterAll(async () => {
  await house.stop();
  await inbox.stop();
});

const LOCALES = ['en', 'bn', 'hi', 'es', 'id', 'ar'];
const KINDS = ['verify', 'reset', 'notice'] as const;
const letter = (kind: Letter['kind'], locale: string, name = 'Ann'): Letter => ({
  ...{ kind, locale, name: kind === 'notice' ? name : '' },
  code: kind === 'notice' ? '' : '012345',
});

test('while the mail server is down people are answered at once, and their mails arrive when it is back', async () => {
  const people = Array.from({ length: 5 }, () => ({ ...somebody(), origin: somewhere('es-MX,es;q=0.9') }));
  const begun = Date.now();
  const flows = await Promise.all(people.map((person) => house.identity.register(person)));
  expect(Date.now() - begun).toBeLessThan(2_000);
  await expect
    .poll(async () => (await house.db.query(`SELECT FROM mail WHERE tries > 0 AND done_at IS NULL`)).rowCount)
    .toBe(5);
  inbox = await openInbox(house.inbox.port);
  house.inbox = inbox;
  for (const [i, person] of people.entries()) {
    const mail = await inbox.nth(person.email);
    const code = codeIn(mail);
    expect(mail.subject).toBe(`${code} es tu código de verificación`);
    expect(mail.headers['auto-submitted']).toBe('auto-generated');
    expect(mail.from).toEqual([{ address: 'no-reply@fifteen.test', name: 'Fifteen' }]);
    expect(mail.to).toEqual([{ address: person.email, name: '' }]);
    expect(mail.html).toContain(`>${code}<`);
    await house.identity.verifyEmail(typed(code, flows[i]!.flow));
  }
});

test('two replicas send each mail once', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => {
      const person = somebody();
      await house.replicas[i % 2]!.register(person, { limitMs: 20_000 });
      return person;
    }),
  );
  for (const person of people) await inbox.nth(person.email);
  await pause(1_500);
  for (const person of people) expect(inbox.to(person.email)).toHaveLength(1);
});

test('a mail whose sender died in between is sent again, recognisably the same', async () => {
  const person = somebody();
  await house.identity.register(person);
  const first = await inbox.nth(person.email);
  await expect
    .poll(
      async () =>
        (
          await house.db.query(`SELECT FROM mail WHERE email_key = $1 AND done_at IS NOT NULL`, [
            person.email,
          ])
        ).rowCount,
    )
    .toBe(1);
  await house.owner.query(`UPDATE mail SET done_at = NULL, next_at = now() WHERE email_key = $1`, [
    person.email,
  ]);
  const second = await inbox.nth(person.email, 2);
  expect(second.messageId).toBe(first.messageId);
  expect(codeIn(second)).toBe(codeIn(first));
});

test('a code that is over is not sent any more, nor one that was replaced', async () => {
  const person = somebody();
  await house.identity.register(person);
  await inbox.nth(person.email);
  await timePasses(house, '11 minutes');
  await house.owner.query(`UPDATE mail SET done_at = NULL, next_at = now() WHERE email_key = $1`, [
    person.email,
  ]);
  await expect
    .poll(async () => (await house.db.query(`SELECT FROM mail WHERE done_at IS NULL`)).rowCount, {
      timeout: 5_000,
    })
    .toBe(0);
  expect(inbox.to(person.email)).toHaveLength(1);
});

test('a member who asks for a code in Arabic gets it in Arabic', async () => {
  const person = await member(house);
  await house.identity.forgotPassword({ email: person.email, flow: '', origin: somewhere('ar') });
  const mail = await inbox.nth(person.email, 2);
  expect(mail.subject).toMatch(/^\d{6} هو رمز/);
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
});

test.each(LOCALES.flatMap((locale) => KINDS.map((kind) => [kind, locale] as const)))(
  'the %s mail in %s is whole: subject, text and HTML, code and link',
  (kind, locale) => {
    expect(chooseLocale(locale)).toBe(locale);
    const mail = render(letter(kind, locale), 'https://fifteen.test');
    const link = `https://fifteen.test/${kind === 'verify' ? 'verify-email' : 'reset-password'}`;
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(link);
      expect(body).not.toMatch(/[{}]|undefined/);
    }
    expect(mail.subject).not.toMatch(/[{}\r\n]|undefined/);
    if (kind === 'notice') expect(mail.html).toContain('<strong>Ann</strong>');
    else for (const part of [mail.subject, mail.text]) expect(part).toContain('012345');
    if (locale !== 'en') expect(mail.subject).not.toBe(render(letter(kind, 'en'), '').subject);
  },
);

test('what a person wrote stays text: no markup, no header, nothing turned over', () => {
  const name = `<img src=x onerror=alert(1)>"'&`;
  const mail = render(letter('notice', 'ar', name), 'https://fifteen.test');
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain(
    '<bdi><strong>&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;</strong></bdi>',
  );
  expect(mail.text).toContain(`\u2068${name}\u2069`);
  expect(render(letter('notice', 'en', '{code}\r\nBcc: x@y.z'), '').subject).toBe(
    'Your password was changed',
  );
});
