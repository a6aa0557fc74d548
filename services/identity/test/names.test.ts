import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../src/domain/look-alikes.ts';
import { parseDisplayName, parseUsername, usernameKey } from '../src/domain/names.ts';
import { thrownCode } from './thrown-code.ts';

const nameCode = (name: string): string => thrownCode(() => parseUsername(name));

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
])('threat 57: accepts the username %j', (name) => {
  expect(nameCode(name)).toBe('ok');
});

test.each([
  ['', 'USERNAME_REQUIRED'],
  [' \t\n', 'USERNAME_REQUIRED'],
  ['VICTIM@mail', 'USERNAME_INVALID'],
  ['victim\uFF20mail.com', 'USERNAME_INVALID'],
  ['victim\uFE6Bmail.com', 'USERNAME_INVALID'],
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
])('threat 57: rejects the username %j (%s)', (name, code) => {
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

test('folds the case of every character', () => {
  const odd: string[] = [];
  for (let code = 0; code < 0x110000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const text = String.fromCodePoint(code).normalize('NFC');
    const folded = fold(text);
    const forms = [folded, text.toLowerCase(), text.toUpperCase()].filter((form) => form !== text);
    if (forms.some((form) => fold(form) !== folded)) odd.push(text);
  }
  expect(odd).toEqual([]);
});

test('every valid username has one form, by which a login finds it in any case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
      if (nameCode(text) !== 'ok') return;
      const name = parseUsername(text);
      expect(parseUsername(name.shown)).toEqual(name);
      expect(usernameKey(text)).toBe(name.folded);
      expect(usernameKey(name.folded)).toBe(name.folded);
      for (const form of Object.values(name)) expect(form).not.toMatch(/[\p{Cc}\p{Cf}@]/u);
    }),
    { numRuns: 5_000 },
  );
});

test('threat 57: rejects each character that cannot be seen as a display name', () => {
  const accepted: string[] = [];
  for (let code = 0; code < 0x110000; code += 1) {
    const text = String.fromCodePoint(code);
    const isInvisible = /\p{Default_Ignorable_Code_Point}|\p{White_Space}|\u2800/u.test(text);
    if (isInvisible && thrownCode(() => parseDisplayName(text)) === 'ok') accepted.push(text);
  }
  expect(accepted).toEqual([]);
});
