import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLineText, isNameText, isStorableText, isVisible, normaliseText, toLine } from '../src/text.ts';

describe('texts of people', () => {
  it.each([
    ['plain', 'Ana 2'],
    ['accents', 'Zoë'],
    ['Bengali', 'অনন্যা'],
    ['Hindi', 'अनन्या'],
    ['Arabic', 'آنا'],
    ['an emoji', 'Ana 🔥'],
  ])('%s may be a name and a line', (_, text) => {
    expect(isNameText(text)).toBe(true);
    expect(isLineText(text)).toBe(true);
  });

  it.each([
    ['a right-to-left override', 'a\u202Eb'],
    ['an isolate', 'a\u2066b'],
    ['a zero-width space', 'a\u200Bb'],
    ['a word joiner', 'a\u2060b'],
    ['a byte order mark', '\uFEFFa'],
    ['a soft hyphen', 'a\u00ADb'],
    ['NUL', 'a\0b'],
    ['a line break', 'a\nb'],
    ['a line separator', 'a\u2028b'],
    ['an escape', 'a\u001B[31m'],
    ['a lone surrogate', 'a\uD83D'],
    ['private use', 'a\uE000'],
    ['a blank Braille pattern', 'a\u2800'],
  ])('%s may be in neither', (_, text) => {
    expect(isNameText(text)).toBe(false);
    expect(isLineText(text)).toBe(false);
  });

  it.each([
    ['a joined emoji', '👩\u200D💻'],
    ['a Hindi joiner', 'क्\u200Dष'],
    ['an Arabic direction mark', 'مرحبا\u200F!'],
  ])('%s may be in a line, but not in a name, which must hold nothing invisible', (_, text) => {
    expect(isLineText(text)).toBe(true);
    expect(isNameText(text)).toBe(false);
  });

  it.each(['a\u00A0b', 'a\u3000b', 'a\u3164', 'a\u115F'])(
    'a blank that is no space (%j) is no name',
    (text) => expect(isNameText(text)).toBe(false),
  );

  const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));

  it('rejects only texts that Postgres cannot store', () => {
    fc.assert(
      fc.property(anyText, (text) => isStorableText(text) === (text.isWellFormed() && !text.includes('\0'))),
    );
    expect(isStorableText('a\0b')).toBe(false);
    expect(isStorableText('a\uDC00')).toBe(false);
  });

  it('has one form of a text, and normalising that changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseText(text);
        return normaliseText(once) === once && once === normaliseText(text.normalize('NFD'));
      }),
    );
    expect(normaliseText(' Zoe\u0308 ')).toBe('Zo\u00EB');
  });

  it.each([
    ['a tab', 'good\tgame', 'good game'],
    ['a line break', 'good\ngame', 'good game'],
    ['a line separator', 'good\u2028game', 'good game'],
    ['a soft hyphen', 'good\u00ADgame', 'goodgame'],
    ['an isolate', '\u2068Ana\u2069 2', 'Ana 2'],
    ['nothing visible', '\u200B', ''],
    ['joiners only', '\u200D \u200E', ''],
    ['a Hangul filler only', '\u3164', ''],
    ['a letter that NFC makes longer', '\u0958', '\u0915\u093C'],
    ['a Hindi joiner', 'क्\u200Dष', 'क्\u200Dष'],
  ])('makes a line of a text with %s', (_, text, line) => expect(toLine(text)).toBe(line));

  it('makes a line of any text, and changes a line only as storing it would', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = toLine(text);
        const isStorable = isLineText(text) && isVisible(text);
        return isLineText(line) && toLine(line) === line && (!isStorable || line === normaliseText(text));
      }),
    );
  });
});
