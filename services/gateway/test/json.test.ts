import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBody } from '../src/edge/json-body.ts';

const parse = (text: string | Buffer) => parseBody(Buffer.from(text as string));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a body', () => {
  test('is read as JSON.parse reads it', () => {
    const key = fc.string({ unit: 'grapheme' }).filter((k) => k !== '__proto__' && !k.includes('\0'));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small', maxDepth: 5 },
        fc.boolean(),
        fc.constant(null),
        fc.maxSafeInteger(),
        key,
        tie('list'),
        tie('record'),
      ),
      list: fc.array(tie('any'), { maxLength: 4 }),
      record: fc.dictionary(key, tie('any'), { maxKeys: 4, noNullPrototype: true }),
    })).any;
    fc.assert(
      fc.property(value, (any) => {
        const text = JSON.stringify(any);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test('may be missing', () => {
    expect(parse('')).toBeUndefined();
  });

  test.each([
    ['is no JSON', '{'],
    ['ends early', '{"a":1'],
    ['is nested nine deep', nested(9)],
    ['is nested ten thousand deep', nested(10_000)],
    ['has a key twice', '{"a":1,"a":1}'],
    ['has a key twice, once in disguise', '{"a":1,"\\u0061":2}'],
    ['has a key twice, deep inside', '{"b":[{"a":{"c":":","c":1}}]}'],
    ['names __proto__', '{"__proto__":{"admin":true}}'],
    ['has a number beyond any', '{"a":1e400}'],
    ['has a fraction', '{"a":1.5}'],
    ['has a number that is not exact', '{"a":9007199254740993}'],
    ['has NUL in a text', '{"a":"\\u0000"}'],
    ['has half a surrogate pair', '{"a":"\\ud800"}'],
    ['has half a surrogate pair in a key', '{"\\udc00":1}'],
    ['begins with a byte order mark', '\ufeff{}'],
    ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('that %s is rejected', (_, text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  });

  test('may be eight levels deep, with colons and quotes in its texts', () => {
    expect(parse(nested(8))).toEqual(JSON.parse(nested(8)));
    expect(parse('{"a":"x:\\"y\\":\\\\","b":":"}')).toEqual({ a: 'x:"y":\\', b: ':' });
  });
});
