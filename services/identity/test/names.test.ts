import { AppError } from '@fifteen/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailKey, parseEmail } from '../src/email.ts';
import { fold } from '../src/look-alikes.ts';
import { chooseLocale } from '../src/mail/locales.ts';
import { lookUpForm, parseUsername } from '../src/names.ts';
import { parsePassword, Passwords } from '../src/passwords.ts';

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}
const nameCode = (name: string): string => codeOf(() => parseUsername(name));

test.each([
  'alice',
  'Al',
  'a',
  'player1',
  'Guest 4821',
  "D'Artagnan",
  'José María',
  'প্রিয়া',
  'प्रिया',
  'عائشة',
  'Дмитрий',
  '松本',
  '🦊 fox',
  'x'.repeat(32),
])('threat 57: %j is a username', (name) => {
  expect(nameCode(name)).toBe('ok');
});

test.each([
  ['', 'USERNAME_REQUIRED'],
  [' \t\n', 'USERNAME_REQUIRED'],
  ['VICTIM@mail', 'USERNAME_INVALID'],
  ['x'.repeat(33), 'USERNAME_INVALID'],
  ['x'.repeat(10_240), 'USERNAME_INVALID'],
  ['ali\u202Ece', 'USERNAME_INVALID'],
  ['\u2066alice', 'USERNAME_INVALID'],
  ['al\u200Bice', 'USERNAME_INVALID'],
  ['al\u200Dice', 'USERNAME_INVALID'],
  ['al\uFEFFice', 'USERNAME_INVALID'],
  ['al\u00ADice', 'USERNAME_INVALID'],
  ['al\u3164ice', 'USERNAME_INVALID'],
  ['al\u00A0ice', 'USERNAME_INVALID'],
  ['al\u0000ice', 'USERNAME_INVALID'],
  ['al\r\nBcc: x', 'USERNAME_INVALID'],
  ['al\uD800ice', 'USERNAME_INVALID'],
  ['\u{E0041}alice', 'USERNAME_INVALID'],
  ['\u0301alice', 'USERNAME_INVALID'],
  ['a\u0335\u0336\u0337\u0338lice', 'USERNAME_INVALID'],
  ['ai', 'USERNAME_RESERVED'],
  ['AI', 'USERNAME_RESERVED'],
  ['аі', 'USERNAME_RESERVED'],
  ['player_7', 'USERNAME_RESERVED'],
  ['рlayer_7', 'USERNAME_RESERVED'],
  ['Local-Game-1', 'USERNAME_RESERVED'],
  ['ｌocal-game', 'USERNAME_RESERVED'],
  ['guest-abcdefgh', 'USERNAME_RESERVED'],
])('threat 57: %j is none (%s)', (name, code) => {
  expect(nameCode(name)).toBe(code);
});

test.each([
  ['alice', 'Аlice'],
  ['alice', 'аӏісе'],
  ['BEN', 'ΒΕΝ'],
  ['scope', 'ѕсоре'],
  ['Ian', 'lan'],
  ['bob', 'b0b'],
  ['bill', 'bi1l'],
  ['modern', 'modem'],
  ['wow', 'vvow'],
  ['alice', 'ａｌｉｃｅ'],
  ['alice', '𝒂𝒍𝒊𝒄𝒆'],
  ['a-b', 'a–b'],
  ['a b', 'a  b'],
  ['straße', 'STRASSE'],
  ['Νίκος', 'ΝΊΚΟΣ'],
])('%j and %j cannot both exist', (one, other) => {
  const [left, right] = [parseUsername(one), parseUsername(other)];
  expect(left.skeleton === right.skeleton || left.folded === right.folded).toBe(true);
});

test.each([
  ['Иван', 'Иваи'],
  ['alice', 'alíce'],
  ['john_doe', 'john-doe'],
  ['Al', 'El'],
])('%j and %j can both exist', (one, other) => {
  const [left, right] = [parseUsername(one), parseUsername(other)];
  expect(left.skeleton).not.toBe(right.skeleton);
  expect(left.folded).not.toBe(right.folded);
});

test('case makes no difference for any character there is', () => {
  const odd: string[] = [];
  for (let code = 0; code < 0x110000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const text = String.fromCodePoint(code).normalize('NFC');
    const folded = fold(text);
    if ([folded, text.toLowerCase(), text.toUpperCase()].some((form) => fold(form) !== folded))
      odd.push(text);
  }
  expect(odd).toEqual([]);
});

test('whatever is a name can be signed in with, in any case, and has one form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      if (nameCode(text) !== 'ok') return;
      const name = parseUsername(text);
      expect(parseUsername(name.shown)).toEqual(name);
      expect(lookUpForm(text)).toBe(name.folded);
      expect(lookUpForm(name.folded)).toBe(name.folded);
      expect(name.shown).not.toMatch(/[\p{Cc}\p{Cf}@]/u);
    }),
    { numRuns: 5_000 },
  );
});

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
  expect(codeOf(() => parseEmail(address))).toBe(code);
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
  expect(codeOf(() => parsePassword(password))).toBe(code);
});

test('a password is the same however its letters are composed', async () => {
  const passwords = new Passwords();
  const known = await passwords.hash(parsePassword('Señorita'));
  expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(known, 'Sen\u0303orita')).toBe(true);
  expect(await passwords.verify(known, 'Senorita')).toBe(false);
  expect(await passwords.verify(undefined, 'Señorita')).toBe(false);
});

test('beyond what two hashes a core can do within about a second, the answer is to come back', async () => {
  const passwords = new Passwords(1);
  const storm = Array.from({ length: 60 }, () => passwords.verify(undefined, 'a guess'));
  const outcomes = await Promise.allSettled(storm);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(60 - 2 - 32);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 1 } });
  expect(await passwords.verify(undefined, 'a guess')).toBe(false);
});

test.each([
  ['', 'en'],
  ['*', 'en'],
  ['de-DE,de;q=0.9', 'en'],
  ['de-DE, ar-EG;q=0.9, en;q=0.1', 'ar'],
  ['HI', 'hi'],
  ['id-ID', 'id'],
  ['x'.repeat(100_000), 'en'],
])('whoever reads %j is written to in %s', (accepted, locale) => {
  expect(chooseLocale(accepted)).toBe(locale);
});
