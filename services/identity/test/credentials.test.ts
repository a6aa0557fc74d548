import { expect, test } from 'vitest';
import { PasswordHasher } from '../src/compute/password-hasher.ts';
import { emailKey, parseEmail } from '../src/domain/email.ts';
import { parsePassword } from '../src/domain/passwords.ts';
import { thrownCode } from './thrown-code.ts';

test.each([
  ['a@b.co', 'ok'],
  ["o'neil+x@mail.example.org", 'ok'],
  ['', 'EMAIL_REQUIRED'],
  ['a@b', 'EMAIL_INVALID'],
  ['a@b.co\r\nBcc: c@d.co', 'EMAIL_INVALID'],
  ['a@b.co,c@d.co', 'EMAIL_INVALID'],
  ['A <a@b.co>', 'EMAIL_INVALID'],
  ['а@b.co', 'EMAIL_INVALID'],
  ['a@xn--é.co', 'EMAIL_INVALID'],
  ['.a@b.co', 'EMAIL_INVALID'],
  ['a..b@c.co', 'EMAIL_INVALID'],
  [`${'a'.repeat(250)}@b.co`, 'EMAIL_INVALID'],
])('the address %j: %s', (address, code) => {
  expect(thrownCode(() => parseEmail(address))).toBe(code);
  expect(emailKey(address)).toBe(code === 'ok' ? address.toLowerCase() : '');
});

test.each([
  ['sevenup', 'ok'],
  ['ドラゴン龍龍', 'ok'],
  ['x'.repeat(128), 'ok'],
  ['', 'PASSWORD_REQUIRED'],
  ['short', 'PASSWORD_TOO_SHORT'],
  ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
  ['x'.repeat(1_000_000), 'PASSWORD_TOO_LONG'],
  ['pass\0word', 'PASSWORD_INVALID'],
  ['pass\uD800word', 'PASSWORD_INVALID'],
  ['123456', 'PASSWORD_TOO_COMMON'],
  ['PassWord', 'PASSWORD_TOO_COMMON'],
])('a password: %s', (password, code) => {
  expect(thrownCode(() => parsePassword(password))).toBe(code);
});

test('a password matches in every Unicode composition', async () => {
  const passwords = new PasswordHasher();
  const known = await passwords.hash(parsePassword('Señorita'));
  expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(known, 'Sen\u0303orita')).toBe(true);
  expect(await passwords.verify(known, 'Senorita')).toBe(false);
  expect(await passwords.verify(undefined, 'Señorita')).toBe(false);
});

test.each([
  [1, 2, 32],
  [16, 4, 128],
])('on %i cores, rejects hashes beyond %i running and %i waiting', async (cores, running, waiting) => {
  const passwords = new PasswordHasher(cores);
  const length = running + waiting + 10;
  const attempts = Array.from({ length }, () => passwords.verify(undefined, 'a guess'));
  const outcomes = await Promise.allSettled(attempts);
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(rejected).toHaveLength(10);
  for (const { reason } of rejected)
    expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 1 } });
  expect(await passwords.verify(undefined, 'a guess')).toBe(false);
});
