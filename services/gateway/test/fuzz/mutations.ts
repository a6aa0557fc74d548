import type { Random } from '@fifteen/testkit';

/** Values that fit no field, or only a careless one: types, bounds, characters, sizes. */
const HOSTILE: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 16, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e15],
  ...['', ' ', '0', '-1', 'null', 'NaN', 'true', '[object Object]', '__proto__', 'constructor'],
  ...['\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202eevil', 'a\u200bb', '\ufeff', 'é', 'İ', '🧨'.repeat(40)],
  ...[
    "' OR 1=1 --",
    '%',
    '_',
    '\\',
    '$1',
    '{{7*7}}',
    '${7*7}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
  ],
  ...['a\r\nSet-Cookie: sid=x', 'a\nb', 'http://169.254.169.254/', 'javascript:alert(1)', 'data:text/html,x'],
  ...['x'.repeat(65), 'x'.repeat(300), 'x'.repeat(5_000), 'x'.repeat(70_000)],
  ...[[], [null], [[]], {}, { toString: 1 }, { $ne: null }, { length: 1e9 }],
  Array.from({ length: 2_000 }, (_, index) => index),
];

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
};

/** Returns an object that differs from a valid one in one place, or another value instead. */
export function mutated(valid: Record<string, unknown>, random: Random): unknown {
  const fields = Object.keys(valid);
  const field = fields.length > 0 ? random.pick(fields) : 'field';
  switch (random.int(8)) {
    case 0: {
      const { [field]: _, ...rest } = valid;
      return rest;
    }
    case 1:
      return random.pick(HOSTILE);
    case 2:
      return {
        ...valid,
        [random.pick(['userId', 'isGuest', 'coins', 'constructor', 'toString'])]: random.pick(HOSTILE),
      };
    case 3:
      return { ...valid, [field]: nested(random.pick([2, 9, 100, 2_000])) };
    default:
      return { ...valid, [field]: random.pick(HOSTILE) };
  }
}

/** Returns a hostile value as text, for paths, queries and headers. */
export const hostileText = (random: Random): string => {
  const value = random.pick(HOSTILE);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
};
